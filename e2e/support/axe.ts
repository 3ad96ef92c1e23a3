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

/** Shows the page in a theme, and ends the transitions to its colours: half-way they have the contrast of neither theme. */
async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const settle = () => {
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // The end of one starts those of the elements that inherit its color.
    for (let all = transitions(); all.length > 0; all = transitions()) for (const each of all) each.finish();
  };
  await Promise.all(page.frames().map((frame) => frame.evaluate(settle)));
}

/**
 * Returns the violations of WCAG 2.2 AA on the page as it stands: of every rule in the light theme, and of those that
 * read colours in the dark theme too. Leaves the page light.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, "dark");
  const dark = await violations("dark", onPage(page).withRules(COLOR_RULES));
  await showTheme(page, "light");
  return [...dark, ...(await violations("light", onPage(page).withTags(WCAG)))];
}
