import type { Frame, Page } from "@playwright/test";

/** Returns the colors of what would be printed, by element. */
const looksOf = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(element);
        return `${element.tagName} ${color} ${backgroundColor} ${borderTopColor} ${fill} ${stroke}`;
      }),
  );

/**
 * Returns what a page, or one of its frames, prints otherwise for a person with the dark theme. Leaves the page as it is on the
 * screen, in the light theme.
 */
export async function printedOtherwiseInTheDark(page: Page, frame = page.mainFrame()): Promise<string[]> {
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const light = await looksOf(frame);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const dark = await looksOf(frame);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  return dark.filter((look, index) => look !== light[index]);
}
