// Plays the game on a page as a player does, by mouse, keys and fingers. Where things are it asks
// the game itself: a page opened with "?probe" answers on its canvas.

const PATIENCE = 60_000;

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Game {
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
    this.asked = Date.now() % 1_000_000;
  }

  async open(address) {
    await this.page.goto(address);
    await this.ready();
  }

  // The curtain has gone up.
  async ready() {
    const up = () => document.getElementById("curtain").classList.contains("gone");
    await this.until("the curtain", async () => (await this.page.evaluate(up)) || null);
  }

  async until(what, look, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found !== null && found !== undefined) return found;
      if (Date.now() > end) {
        await this.picture("stuck").catch(() => {});
        throw new Error(`waited in vain for ${what}`);
      }
      await sleep(40);
    }
  }

  // What the game shows in this moment.
  async look() {
    this.asked += 1;
    const asked = String(this.asked);
    await this.page.evaluate((asked) => {
      document.getElementById("table").dataset.ask = asked;
    }, asked);
    const answer = () => {
      const { answered, answer } = document.getElementById("table").dataset;
      return { answered, answer };
    };
    return this.until("an answer", async () => {
      const now = await this.page.evaluate(answer);
      return now.answered === asked ? JSON.parse(now.answer) : null;
    });
  }

  // What it shows once nothing is going on, and `good` is satisfied.
  async settled(what = "rest", good = () => true, patience = PATIENCE) {
    return this.until(what, async () => {
      const now = await this.look();
      return !now.busy && good(now) ? now : null;
    }, patience);
  }

  async screen(name) {
    return this.settled(`the screen ${name}`, (now) => now.screen === name);
  }

  async find(name, { enabled = true } = {}) {
    const fits = (button) =>
      (name instanceof RegExp ? name.test(button.name) : button.name === name) &&
      button.role !== "Label" && (!enabled || button.enabled);
    return this.until(`the button ${name}`, async () => {
      const now = await this.look();
      return now.buttons.find(fits) ?? null;
    });
  }

  async has(name) {
    const now = await this.look();
    return now.buttons.some((button) => button.name === name && button.enabled);
  }

  async press(name) {
    const { at } = await this.find(name);
    await this.click(at);
  }

  async click([x, y]) {
    await this.page.mouse.move(x, y);
    await sleep(60);
    await this.page.mouse.down();
    await sleep(60);
    await this.page.mouse.up();
    await sleep(60);
  }

  async key(key) {
    await this.page.keyboard.press(key, { delay: 60 });
    await sleep(60);
  }

  async picture(name) {
    await this.page.screenshot({ path: `${this.folder}/${name}.png` });
  }
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
  console.log(`   ${what}`);
}
