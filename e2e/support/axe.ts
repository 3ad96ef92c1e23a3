import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules of these that read colours. A theme changes colours alone (tailwind.config.ts): the others see no difference. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const onPage = (page: Page) =>
  new AxeBuilder({ page })
    // Only violations are described, which takes a fraction of the time.
    .options({ resultTypes: ["violations"] })
    // A page without frames needs no second page to collect their results.
    .setLegacyMode(page.frames().length === 1)
    // The component library's own announcements, visible to screen readers alone: they name themselves as pictures.
    .exclude("[data-live-announcer]");

/** Returns each violation as its theme, its rule, its place and the reason. */
async function violations(theme: string, builder: AxeBuilder): Promise<string[]> {
  const found = (await builder.analyze()).violations;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

/**
 * Returns the violations of WCAG 2.2 AA on the page as it stands: of every rule in the light theme, and of those that
 * read colours in the dark theme too. Leaves the page light.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  // A transition between the themes would have the contrast of neither.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await violations("dark", onPage(page).withRules(COLOR_RULES));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return [...dark, ...(await violations("light", onPage(page).withTags(WCAG)))];
}
