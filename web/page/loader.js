// Loads the game with its progress in bytes, says clearly why it can't, and keeps what belongs to
// the page apart from what belongs to the game: focus, keys, a lost picture, the offline copy.

const canvas = document.getElementById("table");
const curtain = document.getElementById("curtain");
const words = document.getElementById("words");
const bar = document.getElementById("bar");
const again = document.getElementById("again");
const { module, bytes, glue } = document.body.dataset;

let stopped = false;

const megabytes = (count) => (count / 1e6).toFixed(1);

function stop(why, { retry = true, over = false } = {}) {
  if (stopped) return;
  stopped = true;
  words.textContent = why;
  words.setAttribute("role", "alert");
  bar.hidden = true;
  again.hidden = !retry;
  curtain.classList.remove("gone");
  curtain.classList.toggle("over", over);
  if (retry) again.focus();
}

let goOn = false;
again.addEventListener("click", () => {
  try {
    if (goOn) sessionStorage.setItem("ironrank/go-on", "yes");
  } catch {
    // The battle is behind "Continue" then.
  }
  location.reload();
});

function whatIsMissing() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiateStreaming !== "function") {
    return "This browser has no WebAssembly, which Ironrank needs. A current Firefox, Chrome, Edge or Safari has it.";
  }
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) {
    return "This browser has no WebGL 2, or it is switched off, and Ironrank draws with it. Look for \"hardware acceleration\" in the browser's settings, or try a current Firefox, Chrome, Edge or Safari.";
  }
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return null;
}

// The bytes are counted as they come out of whatever compression they travelled in.
function counted(response, all) {
  let come = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      come += chunk.byteLength;
      bar.value = Math.min(come / all, 1);
      words.textContent = `Loading: ${megabytes(come)} of ${megabytes(all)} MB`;
      controller.enqueue(chunk);
    },
    flush() {
      words.textContent = "Setting up the table";
    },
  });
  return new Response(response.body.pipeThrough(counter), {
    headers: { "Content-Type": "application/wasm" },
  });
}

async function load() {
  const missing = whatIsMissing();
  if (missing) {
    stop(missing, { retry: false });
    return;
  }
  try {
    const [{ default: init }, response] = await Promise.all([import(glue), fetch(module)]);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    await init({ module_or_path: counted(response, Number(bytes)) });
  } catch (error) {
    console.error(error);
    stop(`The game could not be loaded.\n${error?.message ?? error}`);
  }
}

addEventListener("ironrank:ready", () => {
  curtain.classList.add("gone");
  canvas.focus({ preventScroll: true });
  keepOffline();
});
addEventListener("ironrank:stopped", (event) => {
  stop(`The game has stopped: this is a fault of ours.\nThe battle is kept up to a moment ago; "Continue" goes on with it.\n\n${event.detail}`, { over: true });
});
addEventListener("error", (event) => {
  if (!(event.error instanceof WebAssembly.RuntimeError)) return;
  stop(`The game has stopped.\n${event.message}`, { over: true });
});
canvas.addEventListener("webglcontextlost", (event) => {
  event.preventDefault();
  goOn = canvas.dataset.screen === "Battle";
  again.textContent = goOn ? "Load again and go on" : "Load again";
  stop("The browser has taken the picture away, as it does after sleep or when memory is short.\nThe battle is kept.", { over: true });
});

// Keys, wheel and buttons belong to the game while it has the focus, but for the clipboard's and
// those that are the browser's own.
const CLIPBOARD = new Set(["c", "v", "x"]);
const BROWSER = new Set(["r", "t", "n", "w", "p", "0", "+", "-", "="]);
canvas.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const theirs = command && (CLIPBOARD.has(key) || BROWSER.has(key) || event.shiftKey);
  if (theirs || event.altKey || key === "f11" || key === "f12") return;
  event.preventDefault();
});
canvas.addEventListener("wheel", (event) => event.preventDefault(), { passive: false });
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("mousedown", (event) => event.preventDefault());
canvas.addEventListener("pointerdown", () => {
  // On phones a field of the game's types through a hidden input that must keep the focus.
  if (document.activeElement?.id !== "egui_text_agent") canvas.focus({ preventScroll: true });
});

async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js");
  } catch (error) {
    console.info(`no offline copy: ${error.message}`);
  }
}

load();
