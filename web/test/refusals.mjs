// What the page and its server say when something is not as it should be.

import { request } from "node:http";

import { watched } from "./chromium.mjs";
import { check, sleep } from "./game.mjs";

// Asks for a path exactly as it stands, which no browser would.
function ask(address, path, headers = {}) {
  const { hostname, port } = new URL(address);
  return new Promise((done, failed) => {
    const asked = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      response.on("end", () => done(response));
    });
    asked.on("error", failed);
    asked.end();
  });
}

export async function server({ address }) {
  for (const path of ["/../site.mjs", "/%2e%2e/site.mjs", "/..%2fsite.mjs", "/%2e%2e%2f%2e%2e%2fCargo.toml", "/%00", "/%ff", "/nothing.js"]) {
    const { statusCode } = await ask(address, path);
    check(statusCode === 404 || statusCode === 400, `${path} is refused (${statusCode})`);
  }
  const page = await ask(address, "/", { "accept-encoding": "gzip, br" });
  check(page.headers["content-encoding"] === "br", "the page comes in brotli where that is taken");
  check(page.headers["content-type"] === "text/html; charset=utf-8", "the page is HTML");
  const plain = await ask(address, "/", { "accept-encoding": "br;q=0, gzip" });
  check(plain.headers["content-encoding"] === "gzip", "and in gzip where brotli isn't");
  check(!(await ask(address, "/")).headers["content-encoding"], "and as it is where nothing is");
  const worker = await ask(address, "/sw.js");
  check(worker.headers["cache-control"] === "no-store", "the service worker is never kept");
}

// Opens the page with something missing and reads what it says.
async function says({ address, browser, pictures }, name, prepare) {
  const { context, page } = await watched(browser, address, { viewport: { width: 800, height: 600 } });
  await prepare(page);
  await page.goto(address);
  let text = "";
  for (let tries = 0; tries < 200 && !(await page.locator("#words[role=alert]").count()); tries += 1) {
    await sleep(50);
  }
  text = await page.locator("#words").innerText();
  await page.screenshot({ path: `${pictures}/${name}.png` });
  const again = await page.locator("#again").isVisible();
  await context.close();
  return { text, again };
}

export async function missing(world) {
  const wasm = await says(world, "no-wasm", (page) =>
    page.addInitScript("delete globalThis.WebAssembly"));
  check(wasm.text.includes("WebAssembly") && !wasm.again, "without WebAssembly it says so");
  const webgl = await says(world, "no-webgl", (page) =>
    page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null"));
  check(webgl.text.includes("WebGL 2") && !webgl.again, "without WebGL 2 it says so");
  const cut = await says(world, "no-module", (page) => page.route("**/*.wasm", (route) => route.abort()));
  check(cut.text.includes("could not be loaded") && cut.again, "without the module it offers to load again");
}
