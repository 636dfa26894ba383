// Loads the game and shows its progress in bytes, says clearly why it can't, and handles what
// belongs to the page rather than the game: focus, keys, a lost picture, the offline copy.

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
    // Then "Continue" has the battle.
  }
  location.reload();
});

// An iPad that asks for desktop pages calls itself a Macintosh, but no Macintosh has a touch screen.
// The game has to see the iPad's own name to know that it must open the keyboard.
if (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 0) {
  const value = navigator.userAgent.replace("Macintosh", "iPad");
  Object.defineProperty(navigator, "userAgent", { value });
}

function whatIsMissing() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiateStreaming !== "function") {
    return "Ironrank needs WebAssembly, which this browser doesn't have. Try a current version of Firefox, Chrome, Edge or Safari.";
  }
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) {
    return "Ironrank draws with WebGL 2, which this browser doesn't have or has switched off. Look for \"hardware acceleration\" in the browser's settings, or try a current version of Firefox, Chrome, Edge or Safari.";
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
  const kept = isKept() ? "\nYour battle was saved a moment ago. Choose \"Continue\" to resume it." : "";
  stop(`The game has stopped because of an error.${kept}\n\n${event.detail}`, { over: true });
});
addEventListener("error", (event) => {
  // Endless recursion is a RangeError.
  const { error } = event;
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return;
  stop(`The game has stopped.\n${event.message}`, { over: true });
});
canvas.addEventListener("webglcontextlost", (event) => {
  event.preventDefault();
  // A battle from a link is opened again by the link, which is still in the address.
  goOn = canvas.dataset.screen === "Battle" && isKept();
  again.textContent = goOn ? "Load again and resume" : "Load again";
  stop(`The browser has taken the picture away, as it may after sleep or when memory is short.${goOn ? "\nYour battle is saved." : ""}`, { over: true });
});

// Unless asked not to, browsers throw away what pages store when room is short.
addEventListener("ironrank:kept", () => {
  navigator.storage?.persist?.().catch(() => {});
}, { once: true });

// While the game has the focus, keys belong to it, except the browser's own. With Control or Command
// they belong to the browser, except those that a text field uses. F6 leads out of the canvas.
const BROWSER = new Set(["f3", "f6", "f11", "f12"]);
const FIELD = new Set(["a", "z", "backspace", "delete", "arrowleft", "arrowright", "arrowup", "arrowdown"]);
canvas.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (event.altKey || (command ? !FIELD.has(key) : BROWSER.has(key))) return;
  event.preventDefault();
});
// A pinch on a touchpad arrives as a wheel turned with Control, in much smaller steps.
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
  // On phones, the game's text fields type through a hidden input that must keep the focus.
  if (document.activeElement?.id !== "egui_text_agent") canvas.focus({ preventScroll: true });
});

async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register("sw.js");
    // The browser by itself looks for a new version only if the old one has served the page. It
    // can't without the net.
    if (kept.active) kept.update().catch(() => {});
  } catch (error) {
    console.info(`no offline copy: ${error.message}`);
  }
}

load();
