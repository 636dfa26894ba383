// The same battle natively and in the browser: stored battles are opened by link and must lead to
// the same state. Bad links are refused.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { watched } from "./chromium.mjs";
import { Game, begin, check, packed } from "./game.mjs";

const SMALL = { viewport: { width: 960, height: 640 }, deviceScaleFactor: 0.25 };
const stored = fileURLToPath(new URL("../../tests/replays", import.meta.url));

// What a stored battle leads to, and its link.
const battleOf = (file) => readFileSync(join(stored, file), "utf8").trim().split("\n");

// The same files that `cargo test --test replays` reads.
export async function replays({ address, browser, ironrank, pictures }) {
  const { context, page, wrong } = await watched(browser, address, SMALL);
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  for (const file of readdirSync(stored).filter((name) => name.endsWith(".txt")).sort()) {
    const [hash, link] = battleOf(file);
    const native = execFileSync(ironrank, ["replay", "--link", link], { encoding: "utf8" }).trim();
    check(native === hash, `${file}: the native program leads it to ${hash}`);
    const began = Date.now();
    await page.evaluate((link) => { location.hash = link; }, link);
    const now = await game.settled(`the battle of ${file}`, (now) => now.battle?.hash === hash || now.message.length > 0, 300_000);
    check(now.message.length === 0 && now.battle.hash === hash, `and so does the browser, ${now.battle.orders} orders in ${Date.now() - began} ms, from a link of ${link.length} characters`);
  }
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

// A link is in the address before the browser tells the game so. If another battle is left meanwhile, it
// stays there, and is opened.
export async function late({ address, browser, ironrank, pictures }) {
  const { context, page, wrong } = await watched(browser, address, SMALL);
  await page.addInitScript(() => {
    const add = window.addEventListener;
    window.heldBack = [];
    window.addEventListener = (kind, listener, ...more) => {
      const late = (event) => window.heldBack.push(() => listener(event));
      add.call(window, kind, kind === "hashchange" ? late : listener, ...more);
    };
  });
  const game = new Game(page, pictures);
  await game.open(`${address}?probe`);
  await begin(game, "Duel at the Wall");
  const [hash, link] = battleOf("lamp-and-ember.txt");
  await page.evaluate((link) => { location.hash = link; }, link);
  await game.until("the browser's news", () => page.evaluate(() => window.heldBack.length || null));
  await game.key("Escape");
  await game.leads("Quit to title", "Title");
  const there = () => page.evaluate(() => location.hash);
  check((await there()).length === link.length, "a link stays in the address while another battle is left");
  await page.evaluate(() => window.heldBack.forEach((tell) => tell()));
  await game.settled("the battle of the link", (now) => now.battle?.hash === hash);
  check(true, `and leads to ${hash} then`);
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}

export async function hostile({ address, browser, ironrank, pictures }) {
  const { context, page, wrong } = await watched(browser, address, SMALL);
  const battle = 'rules:"no_quarter",seed:1,level:Known(id:"plain",deployment:AsPlaced),practice:false';
  // An order that was never legal by the present rules is a mistake; by other rules it may have been.
  const saved = join(pictures, "present-rules.ron");
  execFileSync(ironrank, ["battle", "--level", "plain", "--seed", "1", "--players", "first-legal", "--save", saved]);
  const [, rules] = readFileSync(saved, "utf8").match(/rules_version: (\d+)/);
  const links = {
    "nothing": ["#b=", /no battle/],
    "no code": ["#b=%00<script>", /damaged/],
    "no packing": ["#b=AQIDBAUG", /damaged/],
    "another version": [packed("()", 9), /version 9/],
    "a bomb": [packed(" ".repeat(50_000_000)), /more than/],
    "no battle": [packed("<script>alert(1)</script>"), /no battle/],
    "deep brackets": [packed("(".repeat(100_000)), /no battle/],
    "a level that isn't there": [packed(`(${battle.replace("plain", "../../secret")},orders:[],hash:"")`), /no level is called/],
    "too many orders": [packed(`(${battle},orders:[${"EndActivation,".repeat(6000)}],hash:"")`), /6000 orders/],
    "an illegal order": [packed(`(rules_version:Some(${rules}),${battle},orders:[EndActivation],hash:"")`, 2), /orders\[0\]/],
  };
  const game = new Game(page, pictures);
  await game.open(`${address}?probe${links.nothing[0]}`);
  for (const [name, [link, expected]] of Object.entries(links)) {
    await page.evaluate((link) => { location.hash = ""; location.hash = link; }, link);
    const now = await game.settled(`what is said to ${name}`, (now) => now.message.length > 0);
    check(expected.test(now.message.join()), `${name}: "${now.message.join().slice(0, 120)}"`);
    if (name === "a bomb") await game.picture("bad-link");
    await game.press("Close");
    check((await game.settled("the end of the message", (now) => now.message.length === 0)).screen === "Title", "the title is still there");
  }
  check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  await context.close();
}
