// A small server for a folder of files: right types, the compressed copy where the browser takes
// it, nothing outside the folder, and only for this machine.

import { createReadStream, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";

const [port, folder] = process.argv.slice(2);
const root = realpathSync(folder);

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
// Names with the content's hash in them never mean anything else.
const HASHED = /-[0-9a-f]{12}\.[a-z]+$/;

function refuse(response, status, why) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${why}\n`);
}

// The file that an address means, or nothing if there is none in the folder.
function fileFor(url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (path.includes("\0")) return null;
  if (path.endsWith("/")) path += "index.html";
  try {
    const file = realpathSync(join(root, path));
    return file.startsWith(root + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

// How the browser takes it best: "br;q=0" is a no.
function packing(file, accepted) {
  const taken = new Set(
    (accepted ?? "").split(",").map((part) => part.trim().toLowerCase().split(/\s*;\s*/))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? "")).map(([name]) => name),
  );
  for (const [name, ending] of [["br", ".br"], ["gzip", ".gz"]]) {
    if (!taken.has(name)) continue;
    try {
      return { name, file: file + ending, size: statSync(file + ending).size };
    } catch {
      // There is no such copy.
    }
  }
  return { name: null, file, size: statSync(file).size };
}

const server = createServer((request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return refuse(response, 405, "only for reading");
  }
  const file = fileFor(request.url);
  const type = file && TYPES[extname(file)];
  if (!type) return refuse(response, 404, "nothing here");
  const { name, file: sent, size } = packing(file, request.headers["accept-encoding"]);
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", size);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (name) response.setHeader("Content-Encoding", name);
  const always = HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-store";
  response.setHeader("Cache-Control", always);
  response.writeHead(200);
  if (request.method === "HEAD") return response.end();
  createReadStream(sent).on("error", () => response.destroy()).pipe(response);
});

server.on("error", (error) => {
  console.error(`web/serve.sh: ${error.message}`);
  process.exit(1);
});
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
