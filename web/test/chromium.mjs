// Starts the server and a browser that draws in software and stays off the network.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));

export async function serve(folder) {
  const server = spawn(join(here, "..", "serve.sh"), ["0", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done, failed) => {
    server.stdout.once("data", (line) => done(String(line).trim()));
    server.once("exit", () => failed(new Error("the server did not start")));
  });
  return { address, stop: () => server.kill() };
}

export function browse(...more) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...more,
      "--no-sandbox",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-first-run",
      "--no-pings",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

// A page whose errors, and whose requests to anywhere else, are collected.
export async function watched(browser, address, options) {
  const context = await browser.newContext({ serviceWorkers: "allow", ...options });
  const page = await context.newPage();
  // With an emulated sharpness Chromium tells the wrong number of pixels by this way, which real
  // screens have and Safari hasn't (`sharp` tries the real way).
  if ((options?.deviceScaleFactor ?? 1) !== 1) {
    await page.addInitScript("delete ResizeObserverEntry.prototype.devicePixelContentBoxSize");
  }
  const wrong = [];
  const origin = new URL(address).origin;
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`page: ${error.message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) {
      wrong.push(`a request to ${url.origin}`);
    }
  });
  return { context, page, wrong };
}
