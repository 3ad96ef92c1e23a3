import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds against WCAG 2.2 AA on the page as it stands, as rule and place. */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    // The component library's own announcements, visible to screen readers alone: they name themselves as pictures.
    .exclude("[data-live-announcer]")
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
