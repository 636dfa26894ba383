// The same battle natively and in the browser: battles that the native program played are opened
// by link and must lead to the same state. Bad links are refused.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

import { watched } from "./chromium.mjs";
import { Game, check } from "./game.mjs";

export async function replays({ address, browser, ironrank, pictures }) {
  const kept = mkdtempSync(join(tmpdir(), "ironrank-"));
  const { context, page, wrong } = await watched(browser, address, { viewport: { width: 960, height: 640 } });
  try {
    execFileSync(ironrank, ["soak", "--battles", "2", "--level", "all", "--seed", "8003", "--keep", kept], { stdio: "pipe" });
    const game = new Game(page, pictures);
    await game.open(`${address}?probe`);
    let longest = 0;
    for (const file of readdirSync(kept).filter((name) => name.endsWith(".ron"))) {
      const path = join(kept, file);
      const link = execFileSync(ironrank, ["link", path], { encoding: "utf8" }).trim();
      const [, hash] = readFileSync(path, "utf8").match(/hash: "([0-9a-f]{16})"/);
      longest = Math.max(longest, link.length);
      await page.evaluate((link) => { location.hash = link; }, link);
      const now = await game.settled(`the battle of ${file}`, (now) => now.battle?.hash === hash || now.message.length > 0, 120_000);
      check(now.message.length === 0 && now.battle.hash === hash, `${file}: ${hash} after ${now.battle.orders} orders, a link of ${link.length} characters`);
    }
    console.log(`   the longest link has ${longest} characters`);
    check(wrong.length === 0, `nothing on the console: ${wrong.join("; ")}`);
  } finally {
    await context.close();
    rmSync(kept, { recursive: true });
  }
}

const packed = (text, version = 1) =>
  `#b=${Buffer.concat([Buffer.of(version), deflateSync(text, { level: 9 })]).toString("base64url")}`;

export async function hostile({ address, browser, pictures }) {
  const { context, page, wrong } = await watched(browser, address, { viewport: { width: 960, height: 640 } });
  const battle = 'rules:"no_quarter",seed:1,level:Known(id:"plain",deployment:AsPlaced),practice:false';
  const links = {
    "nothing": ["#b=", /no battle/],
    "no code": ["#b=%00<script>", /damaged/],
    "no packing": ["#b=AQIDBAUG", /damaged/],
    "another version": [packed("()", 9), /version 9/],
    "a bomb": [packed(" ".repeat(50_000_000)), /more than/],
    "no battle": [packed("<script>alert(1)</script>"), /no battle/],
    "deep brackets": [packed("(".repeat(100_000)), /no battle/],
    "a level that isn't there": [packed(`(${battle.replace("plain", "../../secret")},orders:[],hash:"")`), /no such level/],
    "too many orders": [packed(`(${battle},orders:[${"EndActivation,".repeat(6000)}],hash:"")`), /6000 orders/],
    "an illegal order": [packed(`(${battle},orders:[EndActivation],hash:"")`), /orders\[0\]/],
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
