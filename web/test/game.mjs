// Plays the game on a page as a player does, by mouse, keys and fingers. Where things are it asks
// the game itself: a page opened with "?probe" answers on its canvas.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

const PATIENCE = 180_000;

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A battle as a link holds it, packed into one.
export const packed = (text, version = 1) =>
  `#b=${Buffer.concat([Buffer.of(version), deflateSync(text, { level: 9 })]).toString("base64url")}`;

// The link of a battle as it begins, with seed 1, in which these computers lead the two sides.
export function linkOf(ironrank, folder, level, kinds) {
  const [script, save] = ["no-orders.ron", "computers.ron"].map((name) => join(folder, name));
  writeFileSync(script, "[]");
  const battle = ["battle", "--level", level, "--seed", "1", "--players", `script:${script}`];
  execFileSync(ironrank, [...battle, "--save", save]);
  const saved = readFileSync(save, "utf8");
  const [, version] = saved.match(/rules_version: (\d+)/);
  const [, hash] = saved.match(/hash: "(\w+)"/);
  const sides = kinds.map((kind) => `Computer("${kind}")`);
  return packed(
    `(rules_version:Some(${version}),rules:"no_quarter",seed:1,` +
      `level:Known(id:"${level}",deployment:AsPlaced),practice:false,` +
      `commanders:(sides:[${sides}]),orders:[],hash:"${hash}")`,
    2,
  );
}

// The slow frames since they were last told: what the game itself worked, without the drawing.
const frames = [];

// Tells the slowest frames; no test depends on them, since it depends on what else the machine does.
export function tellPace() {
  const slow = frames.splice(0).filter(({ all }) => all > 50).sort((a, b) => b.all - a.all);
  for (const { all, parts } of slow.slice(0, 3)) {
    const most = parts.reduce((sum, [name, took]) => sum.set(name, (sum.get(name) ?? 0) + took), new Map());
    const shown = [...most].filter(([, took]) => took >= 5).map(([name, took]) => `${name} ${took.toFixed(0)}`);
    console.log(`   a frame of ${all.toFixed(0)} ms, one of ${slow.length} over 50: ${shown.join(", ")}`);
  }
}

// Buttons carry their key behind their name.
const isCalled = ({ name, role }, wanted) =>
  role !== "Label" && (wanted instanceof RegExp ? wanted.test(name) : name === wanted);

export class Game {
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
    this.asked = Date.now() % 1_000_000;
  }

  async open(address) {
    await this.page.goto(address);
    await this.ready();
  }

  // The curtain has gone up.
  async ready() {
    const up = () => document.getElementById("curtain").classList.contains("gone");
    await this.until("the curtain", async () => (await this.page.evaluate(up)) || null);
  }

  async until(what, look, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found !== null && found !== undefined) return found;
      if (Date.now() > end) {
        await this.picture("stuck").catch(() => {});
        throw new Error(`waited in vain for ${what}`);
      }
      await sleep(40);
    }
  }

  // What the game shows in this moment.
  async look() {
    this.asked += 1;
    const asked = String(this.asked);
    await this.page.evaluate((asked) => {
      document.getElementById("table").dataset.ask = asked;
    }, asked);
    const answer = () => {
      const { answered, answer } = document.getElementById("table").dataset;
      return { answered, answer };
    };
    return this.until("an answer", async () => {
      const now = await this.page.evaluate(answer);
      if (now.answered !== asked) return null;
      const told = JSON.parse(now.answer);
      frames.push(...told.pace.slow);
      return told;
    });
  }

  // What it shows once nothing is going on, and `good` is satisfied.
  async settled(what = "rest", good = () => true, patience = PATIENCE) {
    return this.until(what, async () => {
      const now = await this.look();
      return !now.busy && good(now) ? now : null;
    }, patience);
  }

  async screen(name) {
    return this.settled(`the screen ${name}`, (now) => now.screen === name);
  }

  // Where a button is once it has come to rest: boxes find their place in their first frames.
  async find(name, { enabled = true } = {}) {
    const fits = (button) => isCalled(button, name) && (!enabled || button.enabled);
    let before = null;
    return this.until(`the button ${name}`, async () => {
      const found = (await this.look()).buttons.find(fits) ?? null;
      const rests = found && String(found.at) === before;
      before = found && String(found.at);
      return rests ? found : null;
    });
  }

  async has(name) {
    const now = await this.look();
    return now.buttons.some((button) => isCalled(button, name) && button.enabled);
  }

  async press(name) {
    const { at } = await this.find(name);
    await this.click(at);
  }

  // Presses a button until what it is for has come about, again if need be: where a frame takes
  // seconds to draw, a press and its release may lie too far apart for a click.
  async pressUntil(name, what, holds) {
    for (let tries = 0; tries < 5; tries += 1) {
      await this.press(name);
      const end = Date.now() + 20_000;
      while (Date.now() < end) {
        if (holds(await this.look())) return;
      }
    }
    throw new Error(`${name} was pressed in vain for ${what}`);
  }

  async leads(name, screen) {
    await this.pressUntil(name, `the screen ${screen}`, (now) => now.screen === screen);
    return this.screen(screen);
  }

  // At once: a button that is held for long is no click.
  async click([x, y]) {
    await this.page.mouse.move(x, y);
    await this.look();
    await this.page.mouse.down();
    await this.page.mouse.up();
    await this.look();
  }

  // One key, or "Control+a". Software drawing may take seconds a frame, so a key is held until a
  // frame has seen it, as it would be on any screen that people play at.
  async key(keys) {
    const held = keys.split("+");
    for (const key of held) {
      await this.page.keyboard.down(key);
      await this.look();
    }
    for (const key of held.reverse()) await this.page.keyboard.up(key);
    await this.look();
  }

  // Turns the wheel over a place until the table is as near as that, in pixels an inch.
  async closer(at, zoom) {
    await this.page.mouse.move(at[0], at[1]);
    for (let turns = 0; (await this.look()).battle.zoom < zoom; turns += 1) {
      if (turns > 40) {
        await this.picture("stuck");
        throw new Error(`the wheel does not lead to ${zoom} pixels an inch`);
      }
      await this.page.mouse.wheel(0, -60);
    }
    await this.settled();
  }

  async picture(name) {
    await this.page.screenshot({ path: `${this.folder}/${name}.png` });
  }
}

// Picks a level, whose name then stands over its description.
export async function choose(game, level) {
  const told = ({ name, role }) => name === level && role === "Label";
  // The list has more rows than are in sight above what stands below it.
  const end = game.page.viewportSize().height - 130;
  for (let { at } = await game.find(level); at[1] > end; { at } = await game.find(level)) {
    await game.page.mouse.move(at[0], end / 2);
    await game.page.mouse.wheel(0, 120);
  }
  await game.pressUntil(level, "its description", (now) => now.buttons.some(told));
}

export async function begin(game, level = "First Clash") {
  await game.leads("New battle", "LevelChoice");
  await choose(game, level);
  return game.leads("Begin", "Battle");
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
  console.log(`   ${what}`);
}
