import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("the dark theme prints light", async ({ page, demo }) => {
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--fg"));
  await page.emulateMedia({ colorScheme: "light" });
  await new ConsolePage(page, demo).signIn();
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ink()).not.toBe(light);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await ink()).toBe(light);
});

/** Returns the number of pixels that differ between two pictures of one size. */
const otherPixels = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      let others = 0;
      for (let at = 0; at < (a?.length ?? 0); at += 4) {
        const isOther = [0, 1, 2].some((part) => Math.abs((a?.[at + part] ?? 0) - (b?.[at + part] ?? 0)) > 64);
        if (isOther) others += 1;
      }
      return others;
    },
    [one, other].map((picture) => picture.toString("base64")),
  );

/** The least number of pixels by which a control that is chosen or reached must look different: a tick, or the dot of a radio button. */
const SEEN = 20;
/** Pixels around a control, where its focus ring is drawn. */
const MARGIN = 6;

async function pictureOf(page: Page, control: Locator): Promise<Buffer> {
  await page.mouse.move(0, 0);
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  return page.screenshot({ animations: "disabled", clip: { ...clip, x: Math.max(0, clip.x), y: Math.max(0, clip.y) } });
}

interface Kind {
  /** The section of the console, with its query parameters. */
  place: string | ((demo: DemoFile) => Promise<string>);
  /** Shows the control; returns what is drawn, and a function that chooses or reaches it. */
  show: (page: Page, console: ConsolePage) => Promise<{ drawn: Locator; choose: () => Promise<unknown> }>;
}

/** A radio button, checkbox or switch, whose input is not drawn itself. */
const inLabel = (control: Locator) => {
  const drawn = control.locator("xpath=ancestor-or-self::*[self::label or self::button or self::input][last()]");
  return { drawn, choose: () => control.dispatchEvent("click") };
};

const KINDS: Record<string, Kind> = {
  "an answer of a PHQ-9": {
    place: "today?new=services:create",
    show: async (page, console) => {
      await console.choose("Team", "Behavioral Health");
      await console.choose("Service type", "Depression Screening");
      const question = page.getByRole("radiogroup", { name: /^1\. / });
      await question.scrollIntoViewIfNeeded();
      return inLabel(question.getByRole("radio", { name: /Several days/ }));
    },
  },
  "one of a row of choices": {
    place: "claims?new=claims:fetch",
    show: async (page) =>
      inLabel(page.getByRole("form", { name: "Claims refresh" }).getByRole("radio", { checked: false }).first()),
  },
  "a provider's checkbox": {
    place: "appointments?view=week",
    show: async (page) => {
      await page.getByRole("button", { name: /^(All providers|Providers)/ }).click();
      // The first is what the week shows if none is chosen.
      return inLabel(page.getByRole("dialog").getByRole("checkbox").nth(1));
    },
  },
  "a switch": {
    place: "appointments?view=table",
    show: async (page) => {
      await page.getByRole("button", { name: "More filters" }).click();
      return inLabel(page.getByRole("switch", { name: "Include notes" }));
    },
  },
  "a view of the schedule": {
    place: "appointments?view=day",
    show: async (page) => inLabel(page.getByRole("radio", { name: "Week" })),
  },
  "a table's row": {
    place: "claims",
    show: async (page) => inLabel(page.getByRole("table", { name: "Claims" }).getByRole("checkbox").nth(1)),
  },
  "a tab": {
    place: async (demo) => {
      const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
      return `patients/${patients[0]?.mrn}`;
    },
    show: async (page) => {
      const drawn = page.getByRole("tab", { selected: false }).first();
      const name = await drawn.getAttribute("data-key");
      const tab = page.locator(`[role="tab"][data-key="${name}"]`);
      return { drawn: tab, choose: () => tab.click() };
    },
  },
  "an option that the keyboard has reached": {
    place: "today?new=payments:create",
    show: async (page) => {
      await page.getByRole("combobox", { name: "Patient" }).fill("MRN-1000");
      const drawn = page.getByRole("option").nth(1);
      await expect(drawn).toBeVisible();
      const choose = async () => {
        for (let presses = 0; presses < 3 && (await drawn.getAttribute("data-focused")) === null; presses += 1) {
          await page.keyboard.press("ArrowDown");
        }
      };
      return { drawn, choose };
    },
  },
  "the chosen option of a list": {
    place: "today?new=payments:create",
    show: async (page) => {
      const button = page.getByRole("button", { name: /Payment method/ });
      await button.click();
      const drawn = page.getByRole("option", { name: "Credit Card" });
      const choose = async () => {
        await drawn.click();
        await button.click();
        await page.keyboard.press("End");
      };
      await page.keyboard.press("End");
      return { drawn, choose };
    },
  },
  "an entry of a menu": {
    place: "today",
    show: async (page) => {
      await page.getByRole("button", { name: "New", exact: true }).click();
      const drawn = page.getByRole("menuitem").nth(2);
      return { drawn, choose: () => drawn.focus() };
    },
  },
  "the chosen day of a calendar": {
    place: "today?new=tasks:create",
    show: async (page) => {
      const days = page.getByRole("dialog").filter({ has: page.getByRole("grid") });
      const open = async () => {
        await page.getByRole("button", { name: "Calendar" }).first().click();
        await expect(days).toBeVisible();
      };
      await open();
      await page.keyboard.press("PageDown");
      const drawn = days.getByRole("button", { name: / 15, / });
      const choose = async () => {
        await drawn.click();
        await open();
        // The focus begins on the chosen day, and has a ring of its own.
        await page.keyboard.press("ArrowRight");
      };
      return { drawn, choose };
    },
  },
  "a pressed button": {
    place: "activity",
    show: async (page) => {
      const drawn = page.locator("button[aria-pressed]").first();
      return { drawn, choose: () => drawn.click() };
    },
  },
  "the current page": {
    place: "today",
    show: async (page) => {
      const drawn = page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Recalls" });
      const choose = async () => {
        await drawn.click();
        await expect(page.getByRole("heading", { name: "Recalls", level: 1 })).toBeVisible();
      };
      return { drawn, choose };
    },
  },
  "the button that has the focus": {
    place: "today",
    show: async (page) => {
      const drawn = page.getByRole("button", { name: "New", exact: true });
      await page.keyboard.press("Tab");
      return { drawn, choose: () => drawn.focus() };
    },
  },
};

for (const [kind, { place, show }] of Object.entries(KINDS)) {
  test(`${kind} is seen in forced colors`, { tag: "@long" }, async ({ page, demo }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
    const console = new ConsolePage(page, demo);
    await page.goto(`${await console.enter()}/${typeof place === "string" ? place : await place(demo)}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const { drawn, choose } = await show(page, console);
    await drawn.scrollIntoViewIfNeeded();
    const look = async (colorScheme: "light" | "dark") => {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      return pictureOf(page, drawn);
    };
    const before = { light: await look("light"), dark: await look("dark") };
    await choose();
    for (const colorScheme of ["light", "dark"] as const) {
      await expect
        .poll(async () => otherPixels(page, before[colorScheme], await look(colorScheme)), colorScheme)
        .toBeGreaterThan(SEEN);
    }
    await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  });
}

test("what floats has an edge in forced colors", { tag: "@long" }, async ({ page, demo }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await new ConsolePage(page, demo).signIn();
  const edgeAround = (content: Locator) =>
    content.evaluate((element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(at);
        if (borderTopStyle === "solid" && Number.parseFloat(borderTopWidth) >= 1) return true;
        if (getComputedStyle(at).position === "fixed" || at.hasAttribute("data-trigger")) return false;
      }
      return false;
    });
  await page.getByRole("button", { name: "New", exact: true }).click();
  expect(await edgeAround(page.getByRole("menu"))).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  expect(await edgeAround(page.getByRole("dialog", { name: "Search" }))).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /ecent jobs/ }).click();
  expect(await edgeAround(page.getByRole("dialog", { name: "Recent jobs" }))).toBe(true);
  await page.keyboard.press("Escape");
  await page.goto(page.url().replace("/today", "/today?new=payments:create"));
  await page.getByRole("button", { name: /Payment method/ }).click();
  expect(await edgeAround(page.getByRole("listbox"))).toBe(true);
  await page.emulateMedia({ forcedColors: "none" });
});
