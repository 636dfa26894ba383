// How long the page's own thread works at a stretch, as Chromium traces it: on the clock, and on the
// processor, which doesn't count what software drawing takes from it. Told, for no test depends on
// times; nothing should take more than 50 ms of the processor's once the curtain is up.

import { watched } from "./chromium.mjs";
import { Game, check, choose, linkOf, sleep } from "./game.mjs";

const CATEGORIES = ["disabled-by-default-devtools.timeline"];

// The tasks of the page's own thread while something is done, in milliseconds.
async function traced(browser, what) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: CATEGORIES, recordMode: "recordUntilFull" };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  try {
    await what();
  } finally {
    const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    const { dataLossOccurred } = await complete;
    await session.detach();
    if (dataLossOccurred) console.log("   Chromium has lost a part of what it traced");
  }
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  const named = events.filter(({ name }) => name === "thread_name");
  const pages = named.filter(({ args }) => args.name === "CrRendererMain").map(thread);
  return events
    .filter((event) => event.ph === "X" && event.name === "RunTask" && pages.includes(thread(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 }));
}

async function tell(browser, title, what) {
  const tasks = await traced(browser, what);
  const most = (of) => Math.max(0, ...tasks.map(of)).toFixed(0);
  const long = tasks.filter(({ processor }) => processor > 50).length;
  console.log(
    `   ${title}: at most ${most(({ processor }) => processor)} ms of the processor, ` +
      `${most(({ clock }) => clock)} on the clock; ${long} of ${tasks.length} tasks over 50`,
  );
  if (tasks.length === 0) throw new Error("Chromium traced no task of the page");
}

export async function pace({ address, browser, ironrank, pictures }) {
  const options = { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.25 };
  const { page, wrong } = await watched(browser, address, options);
  const game = new Game(page, pictures);
  const at = (title, what) => tell(browser, title, what);
  await at("up to the title, behind the curtain", () => game.open(`${address}?probe`));
  await at("the title", async () => {
    await game.screen("Title");
    await sleep(1000);
  });
  await at("the choice of level", async () => {
    await game.leads("New battle", "LevelChoice");
    await choose(game, "Pitched Battle");
    await game.settled("the pictures", ({ drawn }) => drawn);
  });
  await at("a battle begins", async () => {
    await game.leads("Begin", "Battle");
    await game.settled("the panels", ({ drawn }) => drawn);
  });
  await at("a unit is activated", async () => {
    await game.key("Tab");
    await game.key("Enter");
    await game.settled("the orders", ({ drawn, battle }) => drawn && battle.active !== null);
  });
  await at("all overlays, one by one", async () => {
    for (const key of "zxbnvk") {
      await game.key(key);
      await page.mouse.move(560 + 10 * "zxbnvk".indexOf(key), 300, { steps: 2 });
      await game.settled("the contours", ({ drawn }) => drawn);
    }
  });
  await at("a move is planned and made", async () => {
    const { battle } = await game.look();
    const [first] = battle.units.find(({ id }) => id === battle.active).models;
    await game.key("m");
    for (const step of [20, 40, 60]) {
      await page.mouse.move(first[0], first[1] - step, { steps: 3 });
      await game.settled("the plan", ({ drawn }) => drawn);
    }
    await game.key("Enter");
    await game.settled("the move", (now) => now.battle.orders > battle.orders || now.battle.question);
  });
  await at("log, help and menu", async () => {
    await game.key("l");
    await game.key("F1");
    await sleep(500);
    await game.key("Escape");
    await game.key("Escape");
    await sleep(500);
  });
  await at("captains think and give orders", async () => {
    const link = linkOf(ironrank, pictures, "first-clash", ["captain", "captain"]);
    await page.evaluate((link) => { location.hash = link; }, link);
    await game.settled("their orders", ({ battle }) => battle?.orders > 3 && battle.orders < 100, 120_000);
  });
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
}
