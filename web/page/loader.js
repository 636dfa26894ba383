// Loads the game with its progress in bytes, says clearly why it can't, and keeps what belongs to
// the page apart from what belongs to the game: focus, keys, a lost picture, the offline copy.

const canvas = document.getElementById("table");
const curtain = document.getElementById("curtain");
const words = document.getElementById("words");
const bar = document.getElementById("bar");
const again = document.getElementById("again");
const { module, bytes, glue } = document.body.dataset;

// The page's own words take over from here.
document.getElementById("stuck").remove();

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
  curtain.inert = false;
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

// An iPad that asks for the pages of desktops calls itself a Macintosh, of which none has a touch
// screen. Only by its own name the game knows that its keyboard has to be called.
if (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 0) {
  const value = navigator.userAgent.replace("Macintosh", "iPad");
  Object.defineProperty(navigator, "userAgent", { value });
}

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
  curtain.inert = true;
  canvas.focus({ preventScroll: true });
  keepOffline();
});
const isKept = () => canvas.dataset.kept === "yes";
addEventListener("ironrank:stopped", (event) => {
  const kept = isKept() ? "\nThe battle is kept up to a moment ago; \"Continue\" goes on with it." : "";
  stop(`The game has stopped: this is a fault of ours.${kept}\n\n${event.detail}`, { over: true });
});
addEventListener("error", (event) => {
  // A stack without end is a RangeError.
  const { error } = event;
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return;
  stop(`The game has stopped.\n${event.message}`, { over: true });
});
canvas.addEventListener("webglcontextlost", (event) => {
  event.preventDefault();
  // The battle of a link is opened by the link that is still in the address.
  goOn = canvas.dataset.screen === "Battle" && isKept();
  again.textContent = goOn ? "Load again and go on" : "Load again";
  stop(`The browser has taken the picture away, as it does after sleep or when memory is short.${goOn ? "\nThe battle is kept." : ""}`, { over: true });
});

// Browsers throw away what pages keep when room is short, unless they are asked not to.
addEventListener("ironrank:kept", () => {
  navigator.storage?.persist?.().catch(() => {});
}, { once: true });

// Keys belong to the game while it has the focus, but for the browser's own. With Control or
// Command they are the browser's, but for those that a field with text uses. F6 leads out of the
// canvas.
const BROWSER = new Set(["f3", "f6", "f11", "f12"]);
const FIELD = new Set(["a", "z", "backspace", "delete", "arrowleft", "arrowright", "arrowup", "arrowdown"]);
canvas.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (event.altKey || (command ? !FIELD.has(key) : BROWSER.has(key))) return;
  event.preventDefault();
});
// Two fingers that stretch a touchpad come as a wheel turned with Control, in much smaller steps.
const STRETCH = 8;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (!event.ctrlKey || !event.isTrusted) return;
  event.stopImmediatePropagation();
  const { clientX, clientY, deltaY, deltaMode } = event;
  canvas.dispatchEvent(new WheelEvent("wheel", {
    bubbles: true, cancelable: true, clientX, clientY, deltaMode, deltaY: deltaY * STRETCH,
  }));
}, { passive: false });
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("mousedown", (event) => event.preventDefault());
canvas.addEventListener("pointerdown", () => {
  // On phones a field of the game's types through a hidden input that must keep the focus.
  if (document.activeElement?.id !== "egui_text_agent") canvas.focus({ preventScroll: true });
});

async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register("sw.js");
    // By itself the browser looks for a new version only where the old one has brought the page.
    // Without the net it can't.
    if (kept.active) kept.update().catch(() => {});
  } catch (error) {
    console.info(`no offline copy: ${error.message}`);
  }
}

load();
