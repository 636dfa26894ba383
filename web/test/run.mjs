// Plays the built page in a real browser and compares battles with the native program.
//
//   node web/test/run.mjs DIST IRONRANK PICTURES [NAME...]
//
// DIST is the site, IRONRANK the native program, PICTURES a folder for screenshots; names pick
// some of the parts.

import { mkdirSync } from "node:fs";

import { browse, serve } from "./chromium.mjs";
import * as computers from "./computers.mjs";
import * as refusals from "./refusals.mjs";
import * as desktop from "./desktop.mjs";
import * as links from "./links.mjs";
import { tellPace } from "./game.mjs";
import * as pace from "./pace.mjs";
import * as phone from "./phone.mjs";

const [dist, ironrank, pictures, ...names] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });

const parts = [refusals, pace, desktop, computers, links, phone].flatMap((module) => Object.entries(module));
const chosen = parts.filter(([name]) => names.length === 0 || names.includes(name));
const server = await serve(dist);
const browser = await browse();
let failed = 0;
for (const [name, part] of chosen) {
  const began = Date.now();
  console.log(`-- ${name}`);
  try {
    await part({ dist, address: server.address, browser, ironrank, pictures });
    console.log(`-- ${name}: passed in ${Math.round((Date.now() - began) / 1000)} s`);
  } catch (error) {
    failed += 1;
    console.log(`-- ${name}: FAILED: ${error.stack}`);
  }
  tellPace();
  await Promise.all(browser.contexts().map((context) => context.close()));
}
await browser.close();
server.stop();
process.exit(failed === 0 ? 0 : 1);
