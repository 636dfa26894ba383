// Lays the built game, the page and its icons out as a site: names carry a hash of the content,
// and what a server may send compressed lies there compressed. Prints what everything weighs.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [built, dist, profile] = process.argv.slice(2);
const page = join(dirname(fileURLToPath(import.meta.url)), "page");
const budget = 6_000_000;
const quick = profile !== "web";

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const hashOf = (data) => createHash("sha256").update(data).digest("hex").slice(0, 12);
const rows = [];

function put(name, data) {
  const bytes = Buffer.from(data);
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), bytes);
  const row = { name, raw: bytes.length, br: bytes.length, gz: bytes.length };
  if (!name.endsWith(".png")) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    const packed = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: quick ? 6 : 9 }) };
    for (const [ending, small] of Object.entries(packed)) {
      row[ending] = small.length;
      writeFileSync(join(dist, `${name}.${ending}`), small);
    }
  }
  rows.push(row);
  return name;
}

// The content's hash goes before the ending.
function putHashed(name, data) {
  const [, stem, ending] = name.match(/^(.*?)(\.[^.]+)$/);
  return put(`${stem}-${hashOf(data)}${ending}`, data);
}

const read = (name) => readFileSync(join(page, name));
const fill = (text, words) =>
  String(text).replace(/@([A-Z0-9]+)@/g, (whole, word) => words[word] ?? whole);

const wasm = readFileSync(join(built, "ironrank.wasm"));
const words = {
  BYTES: String(wasm.length),
  MODULE: putHashed("ironrank.wasm", wasm),
  STYLE: putHashed("style.css", read("style.css")),
  ICON: putHashed("icon.svg", read("icon.svg")),
  ICON192: putHashed("icon-192.png", read("icon-192.png")),
  ICON512: putHashed("icon-512.png", read("icon-512.png")),
  MASKABLE: putHashed("icon-maskable.png", read("icon-maskable.png")),
};
words.GLUE = `./${putHashed("ironrank.js", readFileSync(join(built, "ironrank.js")))}`;
const snippets = join(built, "snippets");
if (existsSync(snippets)) {
  for (const entry of readdirSync(snippets, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    put(path.slice(built.length + 1), readFileSync(path));
  }
}
words.LOADER = putHashed("loader.js", read("loader.js"));
words.MANIFEST = putHashed("manifest.webmanifest", fill(read("manifest.webmanifest"), words));
put("index.html", fill(read("index.html"), words));

const files = rows.map((row) => row.name).filter((name) => name !== "index.html").sort();
const version = hashOf(rows.map((row) => hashOf(readFileSync(join(dist, row.name)))).join());
const kept = JSON.stringify(["./", ...files]);
put("sw.js", fill(read("sw.js"), { VERSION: version, FILES: kept }));

const shown = (count) => count.toLocaleString("en").padStart(12);
console.log(`${"".padEnd(34)}${"raw".padStart(12)}${"gzip".padStart(12)}${"brotli".padStart(12)}`);
for (const { name, raw, gz, br } of rows) {
  console.log(`${name.padEnd(34)}${shown(raw)}${shown(gz)}${shown(br)}`);
}
const total = rows.reduce((sum, row) => sum + row.br, 0);
console.log(`${"all".padEnd(58)}${shown(total)}`);
console.log(`version ${version}`);
if (!quick && total > budget) {
  console.error(`more than the budget of ${budget} bytes`);
  process.exit(1);
}
