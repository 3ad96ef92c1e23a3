import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** How a person works at the console: what reaches a control, and what must hold on the page meanwhile. */
export interface Habit {
  name: string;
  viewport: { width: number; height: number };
  /** Enters a text into a field, and ends it as this person does. */
  enter: (page: Page, field: Locator, text: string) => Promise<void>;
  /** Presses a button. */
  press: (page: Page, button: Locator) => Promise<void>;
  /** Checks what this person depends on. */
  holds: (page: Page) => Promise<void>;
}

const LAPTOP = { width: 1280, height: 800 };
/** A laptop's page at 200 %. */
const ZOOMED = { width: 640, height: 400 };
/** More controls than any of the tasks' pages has before its form. */
const MOST_TABS = 120;

async function tabTo(page: Page, control: Locator): Promise<void> {
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await isThere()); tabs++) await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
}

async function typeAndEnd(page: Page, text: string, ends: readonly string[]): Promise<void> {
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  for (const end of ends) await page.keyboard.press(end);
}

/** The page does not scroll sideways, and no text of a control is cut off. */
export async function fits(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("button, a, label, h1, h2, [role=status]")];
    const isCut = (element: HTMLElement) => {
      const { width, left, right } = element.getBoundingClientRect();
      if (width <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
      // A part that scrolls by itself, such as a table, may be wider than the page.
      if (element.closest(".overflow-x-auto, .overflow-auto, [class*=translate]")) return false;
      return left < -1 || right > innerWidth + 1;
    };
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
    return [...wide, ...controls.filter(isCut).map((element) => element.textContent ?? element.tagName)];
  });
  expect(cut).toEqual([]);
}

/** Every control of the open form, and every option of an open list, can be pressed where it is drawn. */
export async function isReachable(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const options = [...document.querySelectorAll<HTMLElement>("[role=option]")];
    const controls = [...document.querySelectorAll<HTMLElement>("form :is(input, textarea, button)")];
    const isCovered = (control: HTMLElement) => {
      control.scrollIntoView({ block: "center" });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width <= 1 || !control.checkVisibility({ visibilityProperty: true })) return false;
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(there && (control.contains(there) || there.contains(control)));
    };
    const nameOf = (control: HTMLElement) => control.ariaLabel ?? control.id ?? control.textContent;
    return (options.length > 0 ? options : controls).filter(isCovered).map(nameOf);
  });
  expect(covered).toEqual([]);
}

/** Every control in the page's forms and lists says its name to a screen reader. */
async function speaks(page: Page): Promise<void> {
  for (const role of ["button", "combobox", "textbox", "searchbox"] as const) {
    await expect(page.getByRole(role, { name: /^$/ })).toHaveCount(0);
  }
}

const click = async (_: Page, button: Locator) => button.click();
const nothing = async () => undefined;

/** The habits that every task of `habits.spec.ts` is done with. */
export const HABITS: readonly Habit[] = [
  {
    name: "a scanner that ends by Enter",
    viewport: LAPTOP,
    enter: async (page, field, text) => {
      await field.focus();
      await typeAndEnd(page, text, ["Enter"]);
    },
    press: click,
    holds: nothing,
  },
  {
    name: "a scanner that sends CR and LF",
    viewport: LAPTOP,
    enter: async (page, field, text) => {
      await field.focus();
      await typeAndEnd(page, `]C1${text}`, ["Enter", "Enter"]);
    },
    press: click,
    holds: nothing,
  },
  {
    name: "a scanner that ends by Tab",
    viewport: LAPTOP,
    enter: async (page, field, text) => {
      await field.focus();
      await typeAndEnd(page, text, ["Tab"]);
    },
    press: click,
    holds: nothing,
  },
  {
    name: "one hand on the number keys, with Tab and Enter",
    viewport: LAPTOP,
    enter: async (page, field, text) => {
      await tabTo(page, field);
      await typeAndEnd(page, text.replaceAll(/\D/g, ""), ["Enter"]);
    },
    press: async (page, button) => {
      await tabTo(page, button);
      await page.keyboard.press("Enter");
    },
    holds: nothing,
  },
  {
    name: "200 % zoom",
    viewport: ZOOMED,
    enter: async (page, field, text) => {
      await field.focus();
      await typeAndEnd(page, text, ["Enter"]);
    },
    press: click,
    holds: fits,
  },
  {
    name: "a screen reader",
    viewport: LAPTOP,
    enter: async (page, field, text) => {
      await expect(field).toHaveAccessibleName(/./);
      await field.focus();
      await typeAndEnd(page, text, ["Enter"]);
    },
    press: async (page, button) => {
      await expect(button).toHaveAccessibleName(/./);
      await button.focus();
      await page.keyboard.press("Enter");
    },
    holds: speaks,
  },
];

/** How a person writes an amount and a day, and what each means. */
export interface Hand {
  name: string;
  viewport: { width: number; height: number };
  amount: string;
  /** The amount of a question, if the text can mean two. */
  meant?: string;
  day: string;
  /** Reaches a field. */
  reach: (page: Page, field: Locator) => Promise<void>;
}

const focus = async (_: Page, field: Locator) => field.focus();

/** Six people who write $1,250.00 and January 15, 2027. */
export const HANDS: readonly Hand[] = [
  { name: "the United States", viewport: LAPTOP, amount: "$1,250.00", day: "1/15/27", reach: focus },
  {
    name: "decimals behind a comma",
    viewport: LAPTOP,
    amount: "1250,00",
    meant: "$1,250.00",
    day: "15 January 2027",
    reach: focus,
  },
  { name: "a scanner", viewport: LAPTOP, amount: "1250.00", day: "20270115", reach: focus },
  { name: "one hand on the number keys", viewport: LAPTOP, amount: "1250", day: "01152027", reach: tabTo },
  { name: "200 % zoom", viewport: ZOOMED, amount: "1,250", day: "1/15/2027", reach: focus },
  { name: "a screen reader", viewport: LAPTOP, amount: "1250", day: "Jan 15, 2027", reach: focus },
];
