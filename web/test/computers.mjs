// Computers fight a battle on the page until its result is shown, and the native program comes to the
// same state by as many orders.

import { execFileSync } from "node:child_process";

import { watched } from "./chromium.mjs";
import { Game, check, linkOf } from "./game.mjs";

// A whole battle on the page, with a picture of the middle and one of the result.
async function fought({ address, browser, ironrank, pictures }, level, kinds, patience) {
  const options = { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.25 };
  const { context, page, wrong } = await watched(browser, address, options);
  // Nobody watches, so nothing has to be shown.
  await page.addInitScript(() => localStorage.setItem("ironrank/settings.ron", "(speed:Off,pace:AtOnce)"));
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  await page.evaluate((link) => { location.hash = link; }, linkOf(ironrank, pictures, level, kinds));
  const [first, second] = kinds;
  const name = `${level}-${first}-${second}`;
  await game.until("the second turn", async () => ((await game.look()).battle?.turn > 1 ? true : null), patience);
  await game.picture(`${name}-middle`);
  const { battle } = await game.settled("the result", ({ screen, drawn }) => screen === "Result" && drawn, patience);
  await game.picture(`${name}-result`);
  const same = ["battle", "--level", level, "--seed", "1", "--players", `${first},${second}`, "--json"];
  const native = JSON.parse(execFileSync(ironrank, same, { encoding: "utf8" }));
  check(
    battle.hash === native.hash && battle.orders === native.orders,
    `${first} and ${second} come to ${battle.hash} by ${battle.orders} orders, and natively to ` +
      `${native.hash} by ${native.orders}`,
  );
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

export async function computers(world) {
  await fought(world, "duel-at-the-wall", ["recruit", "sergeant"], 300_000);
  // Averages of many trials must come out the same to the last bit.
  await fought(world, "duel-at-the-wall", ["captain", "marshal"], 900_000);
}
