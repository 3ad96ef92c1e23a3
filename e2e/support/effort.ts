import type { Page } from "@playwright/test";

/** Counts the clicks and the pressed keys of a user; a modifier with another key is one key. */
export class Effort {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Begins to count on this page. It counts the browser's own events, so that waiting and looking cost nothing. */
  static async from(page: Page): Promise<Effort> {
    await page.evaluate(() => {
      const counted = { clicks: 0, keys: 0 };
      Object.assign(window, { counted });
      addEventListener("pointerdown", () => counted.clicks++, true);
      addEventListener(
        "keydown",
        ({ key, isTrusted }) => {
          // The component library passes a key on to the entry of a list that it marks.
          if (isTrusted && !["Control", "Meta", "Shift", "Alt"].includes(key)) counted.keys++;
        },
        true,
      );
    });
    return new Effort(page);
  }

  /** Returns the number of clicks and keys since the beginning; the page must not have been loaded anew. */
  spent(): Promise<{ clicks: number; keys: number }> {
    return this.#page.evaluate(() => (window as unknown as { counted: { clicks: number; keys: number } }).counted);
  }
}
