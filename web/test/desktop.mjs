// A battle at a desk: begun by mouse, fought by mouse and keys, saved, gone on with after a reload,
// exported, imported, opened from its own link, and compared with the native program.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { browse, serve, watched } from "./chromium.mjs";
import { Game, begin, check, choose, sleep } from "./game.mjs";

const VIEW = { width: 1280, height: 720 };
// Where the processor draws, what counts is pixels; the rest of the test is at full sharpness.
const QUICK = { viewport: VIEW, deviceScaleFactor: 0.25 };
const middle = (models) => [0, 1].map((i) => models.reduce((sum, at) => sum + at[i], 0) / models.length);
const apart = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

// The enemy unit that is nearest to the active one.
function nearest(battle, unit) {
  const from = middle(unit.models);
  const enemies = battle.units.filter((other) => other.side !== unit.side && other.models.length > 0);
  return enemies.sort((a, b) => apart(from, middle(a.models)) - apart(from, middle(b.models)))[0];
}

// Answers whatever is asked by the key for the default, and counts.
async function answer(game) {
  let answers = 0;
  for (;;) {
    const now = await game.settled();
    if (!now.battle?.question) return answers;
    await game.key("Enter");
    await game.settled("the answer", (then) => then.battle.orders > now.battle.orders);
    answers += 1;
  }
}

// Activates units: the first goes on hold, so that it is asked later, the next march by mouse and
// charge by keys.
async function fight(game) {
  const done = { holds: 0, moves: 0, charges: 0, answers: 0 };
  for (let turn = 0; turn < 60 && (done.charges === 0 || done.answers === 0 || done.moves === 0); turn += 1) {
    done.answers += await answer(game);
    let now = await game.settled();
    if (now.screen !== "Battle") break;
    if (now.battle.active === null) {
      await game.key("Tab");
      await game.key("Enter");
      now = await game.settled("an active unit", (then) => then.battle.active !== null || then.battle.question);
      if (now.battle.question) continue;
    }
    const unit = now.battle.units.find(({ id }) => id === now.battle.active);
    const enemy = nearest(now.battle, unit);
    console.log(`   turn ${now.battle.turn}: ${unit.name}, ${now.battle.orders} orders`);
    // The panel finds out about enemies a few a frame.
    await sleep(600);
    if (done.holds === 0 && (await game.has(/^Hold\b/))) {
      await game.key("h");
      await game.key("1");
      const after = await game.settled();
      if (after.battle.orders > now.battle.orders) {
        done.holds += 1;
        continue;
      }
      await game.key("Escape");
    }
    if (done.moves > 0 && (await game.has(/^Charge\b/))) {
      await game.key("c");
      await game.key("Tab");
      await game.key("Enter");
      const after = await game.settled();
      if (after.battle.orders > now.battle.orders) {
        done.charges += 1;
        await game.picture("charge");
        continue;
      }
      await game.key("Escape");
    }
    if (await game.has(/^Move\b/)) {
      await game.key("m");
      const [from, to] = [middle(unit.models), middle(enemy.models)];
      const share = Math.min(1, 120 / apart(from, to));
      const at = [0, 1].map((i) => from[i] + (to[i] - from[i]) * share);
      await game.page.mouse.move(at[0], at[1], { steps: 4 });
      await sleep(250);
      await game.click(at);
      const after = await game.settled();
      if (after.battle.orders > now.battle.orders) done.moves += 1;
      else await game.key("Escape");
      if (after.battle.question) continue;
    }
    await game.settled();
    const before = (await game.look()).battle;
    await game.key("e");
    const after = await game.settled("the end of the activation", (then) => then.battle.orders > before.orders || then.screen !== "Battle");
    if (after.screen !== "Battle") break;
  }
  return done;
}

// The battle waits behind "Continue" as it is now.
async function kept(game) {
  await sleep(700);
  await game.settled("what is kept", () => true);
  await game.until("a kept battle", async () => (await game.page.evaluate(() => document.getElementById("table").dataset.kept)) || null);
}

export async function battle({ address, browser, ironrank, pictures }) {
  const { context, page, wrong } = await watched(browser, address, { ...QUICK, acceptDownloads: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(address).origin });
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  check((await page.title()) === "Ironrank", "the title is there");

  await game.press("Settings");
  await game.press("Off");
  await game.press("Done");
  await game.press("New battle");
  await game.screen("LevelChoice");
  await choose(game, "First Clash");
  const seed = await game.find(/^\d{1,6}$/);
  await game.click(seed.at);
  await page.evaluate(() => navigator.clipboard.writeText("2187"));
  await game.key("Control+a");
  await game.key("Control+v");
  await game.find("2187");
  check(true, "a seed is pasted");
  await game.key("Control+a");
  await game.key("7");
  await game.find("7");
  await game.press("Begin");
  let now = await game.screen("Battle");
  check(now.battle.units.length >= 8 && now.battle.orders === 0, `First Clash has begun by mouse, with ${now.battle.units.length} units`);
  const far = now.battle.zoom;
  await game.closer([640, 330], far * 1.5);
  check(true, "the wheel comes closer");
  await game.key("Home");
  await game.settled("the whole table", (then) => then.battle.zoom < far * 1.2);

  const done = await fight(game);
  check(done.holds > 0, `${done.holds} unit on hold`);
  check(done.moves > 0, `${done.moves} moves by mouse`);
  check(done.charges > 0, `${done.charges} charges by keys`);
  check(done.answers > 0, `${done.answers} questions answered`);

  // Saved by hand, and kept by itself.
  await game.key("F5");
  await kept(game);
  const left = (await game.settled()).battle;
  await page.reload();
  await game.ready();
  await game.screen("Title");
  await game.press("Continue");
  now = await game.screen("Battle");
  check(now.battle.hash === left.hash && now.battle.orders === left.orders, `a reload and Continue lead back to ${left.hash}`);
  await game.picture("continued");

  // Its own link.
  await game.press("Menu");
  await game.press("Copy link");
  await sleep(300);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  check(link.startsWith(`${address}?probe#b=`), `its link has ${link.length} characters`);
  const native = execFileSync(ironrank, ["replay", "--link", link], { encoding: "utf8" }).trim();
  check(native === left.hash, `the native program leads the link to ${native} too`);

  // Out as a file and in again.
  await game.press("Menu");
  await game.press("Load");
  const download = page.waitForEvent("download");
  await game.press("Export");
  const file = `${pictures}/exported.ron`;
  await (await download).saveAs(file);
  check(execFileSync(ironrank, ["replay", file], { encoding: "utf8" }).trim() === left.hash, "the exported file replays natively to the same state");
  const before = (await game.look()).buttons.filter(({ name }) => name === "Export").length;
  const chooser = page.waitForEvent("filechooser");
  await game.press("Import file");
  await (await chooser).setFiles(file);
  await game.settled("the imported battle", (then) => then.buttons.filter(({ name }) => name === "Export").length === before + 1);
  check(true, "and is imported again");

  // The link on a fresh page, without what this one has kept.
  const other = await watched(browser, address, QUICK);
  const guest = new Game(other.page, pictures);
  await guest.open(link);
  now = await guest.screen("Battle");
  check(now.battle.hash === left.hash, "another browser opens the link at the same point");
  await guest.picture("link");
  await other.page.reload();
  await guest.ready();
  now = await guest.screen("Battle");
  check(now.battle.hash === left.hash, "and again after a reload");
  await answer(guest);
  const here = (await guest.settled()).battle;
  if (here.active === null) {
    await guest.key("Tab");
    await guest.key("Enter");
  } else {
    await guest.key("e");
  }
  await guest.settled("an order", (then) => then.battle.orders > here.orders);
  await kept(guest);
  check(!(await other.page.evaluate(() => location.hash)), "until it is the guest's own battle");
  check(other.wrong.length === 0, `nothing on its console: ${other.wrong.join("; ")}`);
  await other.context.close();

  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// Resizing, sharp screens, the keyboard's way in and out.
export async function page({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, { viewport: VIEW, deviceScaleFactor: 2 });
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  const size = () => page.evaluate(() => {
    const { width, height } = document.getElementById("table");
    return [width, height];
  });
  check(String(await size()) === "2560,1440", `a sharp screen gets its pixels: ${await size()}`);
  await page.setViewportSize({ width: 1000, height: 700 });
  await game.until("the new size", async () => (String(await size()) === "2000,1400" ? true : null));
  check(true, "the canvas follows the window");
  const focused = () => page.evaluate(() => document.activeElement?.id);
  check((await focused()) === "table", "the canvas has the keyboard once it is there");
  await game.key("Tab");
  check((await focused()) === "table", "Tab belongs to the game then");
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement("input"));
    field.id = "outside";
    field.style.cssText = "position:fixed;right:0;top:0";
    field.focus();
  });
  await page.keyboard.press("Tab");
  check((await focused()) !== "outside", "and to the page when the canvas hasn't the focus");
  await page.locator("#outside").focus();
  await page.mouse.click(700, 300);
  check((await focused()) === "table", "a click gives it back");
  await page.evaluate(() => document.getElementById("outside").remove());

  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);

  await context.close();
}

// The page fills the screen and shrinks again, by the entry of the title.
export async function fullScreen({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, QUICK);
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  const fills = (wanted) => game.until(wanted ? "the whole screen" : "the window", async () =>
    (await page.evaluate(() => document.fullscreenElement === document.documentElement)) === wanted || null);
  await fills(false);
  await game.press("Full screen");
  await fills(true);
  check(true, "the page fills the screen");
  await game.press("Full screen");
  await fills(false);
  check(true, "and shrinks again");
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// Nothing is heard before the first touch, and everything from then on.
export async function sound({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, QUICK);
  await page.addInitScript(() => {
    globalThis.heard = { mixers: 0, sounds: 0 };
    const Mixer = globalThis.AudioContext;
    globalThis.AudioContext = class extends Mixer {
      constructor(...options) {
        super(...options);
        globalThis.heard.mixers += 1;
      }
    };
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      globalThis.heard.sounds += 1;
      return start.apply(this, when);
    };
  });
  const heard = () => page.evaluate(() => globalThis.heard);
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  check((await heard()).mixers === 0, "nothing is heard before anybody has touched the page");
  await game.press("Settings");
  await game.find("Done");
  check((await heard()).mixers === 1, "the first touch makes one mixer");
  // The mixer may have begun to run only after the first click.
  await game.press("Done");
  await game.press("Settings");
  await game.find("Done");
  await game.until("a click", async () => ((await heard()).sounds > 0 ? true : null));
  check((await heard()).mixers === 1, "and buttons are heard, all by the same one");
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// The net is gone: nobody serves the page any more.
export async function offline({ dist, browser, pictures }) {
  const own = await serve(dist);
  const { context, page, wrong } = await watched(browser, own.address, QUICK);
  const game = new Game(page, pictures);
  await game.open(`${own.address}?probe`);
  await game.screen("Title");
  await offlineCopy(game);
  own.stop();
  const gone = await fetch(own.address).then(() => false, () => true);
  check(gone, "the server has stopped");
  await page.reload();
  await game.ready();
  await game.screen("Title");
  check(true, "the game begins without it");
  await begin(game);
  check(true, "and so does a battle");
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// The page has been kept for offline play.
async function offlineCopy(game) {
  await game.page.evaluate(() => navigator.serviceWorker.ready);
  await game.until("the offline copy", async () => (await game.page.evaluate(() => navigator.serviceWorker.controller?.state === "activated")) || null);
}

// A new version is there: the page shows it at once, keeps it, and throws the old one away.
export async function update({ dist, browser, pictures }) {
  const copy = mkdtempSync(join(tmpdir(), "ironrank-"));
  cpSync(dist, copy, { recursive: true });
  const own = await serve(copy);
  try {
    const { context, page, wrong } = await watched(browser, own.address, QUICK);
    const game = new Game(page, pictures);
    const caches = () => page.evaluate(() => globalThis.caches.keys());
    const version = (files) => files.length === 1 && files[0].split("-").pop();
    await game.open(`${own.address}?probe`);
    await game.screen("Title");
    await offlineCopy(game);
    const old = version(await caches());
    publish(copy, old);
    await page.reload();
    await game.ready();
    check((await page.title()) === "Ironrank, renewed", "the new page is there at once");
    await game.until("the second version's copy", async () => (version(await caches()) === "renewed" ? true : null));
    check(true, "and is kept in place of the old one");
    own.stop();
    await page.reload();
    await game.ready();
    check((await page.title()) === "Ironrank, renewed", "and without the net");
    check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
    await context.close();
  } finally {
    own.stop();
    rmSync(copy, { recursive: true });
  }
}

// Changes the page and its version, as building another one does.
function publish(site, old) {
  const change = (name, from, to) => {
    for (const packed of [".br", ".gz"]) rmSync(join(site, name + packed), { force: true });
    writeFileSync(join(site, name), readFileSync(join(site, name), "utf8").replaceAll(from, to));
  };
  change("index.html", "<title>Ironrank</title>", "<title>Ironrank, renewed</title>");
  change("sw.js", old, "renewed");
}

// The browser takes the picture away in the middle of a battle.
export async function lost({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, QUICK);
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.screen("Title");
  await begin(game);
  await game.key("Tab");
  await game.key("Enter");
  await game.settled("an order", (now) => now.battle.orders > 0);
  await kept(game);
  const before = (await game.settled()).battle;
  await page.evaluate(() => {
    document.getElementById("table").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
  });
  const said = await game.until("a word about the lost picture", async () => {
    const words = page.locator("#words[role=alert]");
    return (await words.count()) ? words.innerText() : null;
  });
  check(said.includes("picture"), "a lost picture is told");
  await game.picture("lost");
  await page.locator("#again").click();
  await game.ready();
  const after = (await game.screen("Battle")).battle;
  check(after.hash === before.hash && after.orders === before.orders, "and a button leads back to the battle as it was");
  const others = wrong.filter((line) => !/context|webgl|device/i.test(line));
  check(others.length === 0, `nothing else on the console: ${others.join("; ")}`);
  await context.close();
}

// A screen that is sharp in earnest, not by emulation.
export async function sharp({ address, pictures }) {
  const browser = await browse("--force-device-scale-factor=2", "--window-size=900,700");
  try {
    const { page, wrong } = await watched(browser, address, { viewport: null });
    const game = new Game(page, pictures);
    await game.open(`${address}?probe`);
    await game.screen("Title");
    const [wide, high, scale, ...canvas] = await page.evaluate(() => {
      const { width, height } = document.getElementById("table");
      return [innerWidth, innerHeight, devicePixelRatio, width, height];
    });
    check(scale === 2, "the screen has two pixels for one");
    check(String(canvas) === String([wide * 2, high * 2]), `${wide} x ${high} points are drawn with ${canvas} pixels`);
    await game.press("Settings");
    await game.find("Done");
    check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  } finally {
    await browser.close();
  }
}

// How it looks at its full sharpness: every screen, and a busy battle from far and near.
export async function looks({ address, browser, ironrank, pictures }) {
  const { context, page, wrong } = await watched(browser, address, { viewport: VIEW });
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await game.settled("the title", ({ screen, drawn }) => screen === "Title" && drawn);
  await game.picture("title");
  await game.press("Settings");
  await game.find("Done");
  await game.picture("settings");
  await game.press("Done");
  await game.leads("New battle", "LevelChoice");
  await choose(game, "First Clash");
  await game.settled("the pictures of levels", ({ drawn }) => drawn);
  await game.picture("levels");
  await game.leads("Begin", "Battle");
  await game.key("Tab");
  await game.key("Enter");
  await game.settled("an order", (now) => now.battle.orders > 0);
  await game.key("F5");
  await sleep(500);
  await game.picture("battle");
  await game.key("F9");
  await game.find("Import file");
  await game.settled("the pictures of battles", ({ drawn }) => drawn);
  await game.picture("load");
  // The box stays open: a battle that begins closes it.

  const link = busyBattle(ironrank, pictures);
  await page.evaluate((link) => { location.hash = link; }, link);
  const units = (await game.settled("the busy battle", (now) => now.battle?.orders > 100)).battle.units;
  await game.page.mouse.move(VIEW.width / 2, VIEW.height - 4);
  await game.settled();
  await game.picture("busy-far");
  const crowd = middle(units.reduce((most, unit) => (unit.models.length > most.models.length ? unit : most)).models);
  for (const [name, zoom] of [["middle", 24], ["near", 60]]) {
    await game.closer(crowd, zoom);
    await game.picture(`busy-${name}`);
  }
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// The link to a large battle between two Recruits, at the point where most is going on.
function busyBattle(ironrank, folder) {
  const save = join(folder, "busy.ron");
  execFileSync(ironrank, ["battle", "--level", "pitched-battle", "--seed", "21", "--players", "recruit,recruit", "--save", save]);
  return execFileSync(ironrank, ["link", save, "--orders", "184"], { encoding: "utf8" }).trim();
}
