import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Rules that depend on colours. A theme changes only colours (tailwind.config.ts), so the other rules have the same
 * result in both.
 */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** The component library's screen-reader announcements have the role of images without a text. */
const ANNOUNCER = "[data-live-announcer]";

function onPage(page: Page): AxeBuilder {
  const hasFrames = page.frames().length > 1;
  const builder = new AxeBuilder({ page })
    // Describing only violations takes a fraction of the time.
    .options({ resultTypes: ["violations"] })
    // Without frames, axe needs no second page to collect their results.
    .setLegacyMode(!hasFrames)
    .exclude(ANNOUNCER);
  return hasFrames ? builder.exclude(["iframe", ANNOUNCER]) : builder;
}

/** Returns each violation with theme, rule, element and reason. */
async function violations(theme: string, builder: AxeBuilder): Promise<string[]> {
  const found = (await builder.analyze()).violations;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Shows the page in a theme and finishes its colour transitions: half-way, the contrast is that of neither theme. */
async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const settle = () => {
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // Finishing a transition starts those of elements that inherit its colour.
    for (let all = transitions(); all.length > 0; all = transitions()) for (const each of all) each.finish();
  };
  await Promise.all(page.frames().map((frame) => frame.evaluate(settle)));
}

/**
 * Returns the violations of WCAG 2.2 AA on the current page: of every rule in the light theme, and of the colour rules
 * in the dark theme too. Leaves the page in the light theme.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, "dark");
  const dark = await violations("dark", onPage(page).withRules(COLOR_RULES));
  await showTheme(page, "light");
  return [...dark, ...(await violations("light", onPage(page).withTags(WCAG)))];
}
