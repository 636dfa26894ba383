// A battle on a phone, by fingers alone.

import { watched } from "./chromium.mjs";
import { Game, check, choose, sleep } from "./game.mjs";

class Fingers extends Game {
  async click([x, y]) {
    await this.page.touchscreen.tap(x, y);
    await sleep(150);
  }

  async touch(type, points) {
    this.session ??= await this.page.context().newCDPSession(this.page);
    await this.session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
    await sleep(10);
  }

  // Moves fingers from somewhere to somewhere.
  async slide(from, to) {
    await this.touch("touchStart", from);
    for (let step = 1; step <= 6; step += 1) {
      const at = from.map((point, i) => point.map((from, axis) => from + ((to[i][axis] - from) * step) / 6));
      await this.touch("touchMove", at);
    }
    await this.touch("touchEnd", []);
    await sleep(150);
  }
}

const upright = (models) => models[Math.floor(models.length / 2)];

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
};

export async function phone({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, { ...PHONE, deviceScaleFactor: 0.25 });
  const game = new Fingers(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  await game.leads("New battle", "LevelChoice");
  await choose(game, "Duel at the Wall");
  let now = await game.leads("Begin", "Battle");
  check(now.battle.orders === 0, `a duel of ${now.battle.units.length} units has begun, by finger`);

  const zoom = now.battle.zoom;
  await game.slide([[150, 330], [240, 420]], [[100, 280], [290, 470]]);
  now = await game.settled();
  check(now.battle.zoom > zoom * 1.3, `two fingers come closer: ${zoom.toFixed(1)} to ${now.battle.zoom.toFixed(1)} pixels an inch`);
  const before = now.battle.units[0].models[0];
  await game.slide([[195, 380]], [[195, 480]]);
  now = await game.settled();
  const after = now.battle.units[0].models[0];
  check(Math.abs(after[1] - before[1] - 100) < 30, "one finger on open ground pushes the table");
  await game.slide([[100, 280], [290, 470]], [[150, 330], [240, 420]]);
  now = await game.settled();

  // A finger that rests on a unit looks; it gives no order and selects nothing.
  const unit = now.battle.units.find(({ side }) => side === now.battle.side);
  const orders = now.battle.orders;
  await game.touch("touchStart", [upright(unit.models)]);
  await sleep(900);
  await game.touch("touchEnd", []);
  now = await game.settled();
  check(now.battle.orders === orders && now.battle.active === null, "a resting finger orders nothing");

  await game.click(upright(unit.models));
  await sleep(300);
  // Nor does one that rests on a button press it.
  const { at } = await game.find(/^Activate/);
  await game.touch("touchStart", [at]);
  await sleep(900);
  await game.touch("touchEnd", []);
  now = await game.settled();
  check(now.battle.orders === orders && now.battle.active === null, "a finger that rests on a button presses nothing");
  await game.press(/^Activate/);
  now = await game.settled("an active unit", (then) => then.battle.active !== null);
  check(now.battle.active !== null, "a tap selects, and a button activates");
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// How it looks on one, a pixel for a point.
export async function phoneLooks({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, PHONE);
  const game = new Fingers(page, pictures);
  await game.open(`${address}?probe`);
  await game.settled("the title", ({ screen, drawn }) => screen === "Title" && drawn);
  await game.picture("phone-title");
  await game.leads("New battle", "LevelChoice");
  await game.find("Begin");
  await game.settled("the pictures of levels", ({ drawn }) => drawn);
  await game.picture("phone-choice");
  // A tap on a field brings the phone's own keyboard, whose letters come through a field of the page.
  const seed = await game.find(/^\d{1,6}$/);
  await game.click(seed.at);
  await game.until("the keyboard", async () => (await page.evaluate(() => document.activeElement?.id)) === "egui_text_agent" || null);
  await page.keyboard.insertText("7");
  await game.find(new RegExp(`^(?!${seed.name}$)\\d*7\\d*$`));
  check(true, "a number is typed on the phone's keyboard");
  await choose(game, "Duel at the Wall");
  await game.leads("Begin", "Battle");
  await game.settled("the panels", ({ drawn }) => drawn);
  await game.picture("phone-battle");
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// An iPad, which calls itself a Macintosh.
const TABLET = {
  viewport: { width: 1024, height: 768 },
  hasTouch: true,
  deviceScaleFactor: 0.5,
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
};

export async function tablet({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, TABLET);
  const game = new Fingers(page, pictures);
  await game.open(`${address}?probe`);
  await game.leads("New battle", "LevelChoice");
  const seed = await game.find(/^\d{1,6}$/);
  // Safari gives a field the focus only while a finger goes up, by what a frame before has shown: a
  // tap within one frame, as they are here, has to come again.
  const typing = async () => (await page.evaluate(() => document.activeElement?.id)) === "egui_text_agent";
  for (let taps = 0; taps < 4 && !(await typing()); taps += 1) {
    await game.click(seed.at);
    await game.look();
    await game.look();
  }
  check(await typing(), "a tablet's keyboard comes");
  await page.keyboard.insertText("7");
  await game.find(new RegExp(`^(?!${seed.name}$)\\d*7\\d*$`));
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}
