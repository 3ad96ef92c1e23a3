import type { Frame, Page } from "@playwright/test";
import { test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

const NOTE = "This view is not printed with the page around it.";

/** Replaces the print dialog, which only a person can close. */
async function watchPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.setAttribute("data-printed", "");
    };
  });
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator("iframe").elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error("The view's frame is not there");
  return frame;
}

/** What a frame shows, without what its media hide. */
const SHOWN = { useInnerText: true };

test(
  "a printed page says that its view prints by its own button, which prints the view",
  { tag: "@long" },
  async ({ page, portal }, { outputDir }) => {
    await watchPrinting(page);
    await page.goto(`${portal.origin}/?view=operation`);
    const form = viewIn(page, "operation");
    await expect(form.getByLabel("Reference number")).toHaveValue("PORTAL-1");
    await expect(form.getByText(NOTE)).toBeHidden();
    const height = async () => (await page.locator("iframe").boundingBox())?.height ?? 0;
    const onScreen = await height();
    const frame = await frameOf(page);

    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(frame.locator("body")).toHaveText(`${NOTE} It prints by its own button, “Print this view”.`, SHOWN);
    await expect.poll(height, "the frame takes the place of a sentence").toBeLessThan(200);
    await page.screenshot({ path: `${outputDir}/page.png` });
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect.poll(height).toBe(onScreen);

    await form.getByRole("button", { name: "Print this view" }).click();
    await expect(form.locator("html[data-printed]")).toBeAttached();
    await page.emulateMedia({ media: "print" });
    await expect(frame.locator("body")).toContainText("Reference number", SHOWN);
    await expect(frame.locator("body")).not.toContainText(NOTE, SHOWN);
    await page.screenshot({ path: `${outputDir}/view.png` });
    await frame.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(frame.locator("body")).toContainText(NOTE, SHOWN);
  },
);

test("a view's day sheet and document print by their own buttons", { tag: "@long" }, async ({ page, portal }) => {
  await watchPrinting(page);
  await page.goto(`${portal.origin}/?view=appointments`);
  const appointments = viewIn(page, "appointments");
  await appointments.getByRole("button", { name: "Print", exact: true }).click();
  await expect(appointments.locator("html[data-printed]")).toBeAttached();
  const frame = await frameOf(page);
  await page.emulateMedia({ media: "print" });
  await expect(appointments.locator(".print-sheet")).toBeVisible();
  await expect(frame.locator("body")).not.toContainText(NOTE, SHOWN);
  await frame.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(frame.locator("body")).toHaveText(
    `${NOTE} Its day and its week print by its own button, “Print”.`,
    SHOWN,
  );
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("button", { name: "documents", exact: true }).click();
  const documents = viewIn(page, "documents");
  await documents
    .getByRole("button", { name: /\.pdf$/ })
    .first()
    .click();
  await expect(documents.getByRole("button", { name: "Print", exact: true })).toBeEnabled();
  const shown = await frameOf(page);
  await page.emulateMedia({ media: "print" });
  await expect(shown.locator("body")).toHaveText(
    `${NOTE} An opened document prints by its own button, “Print”.`,
    SHOWN,
  );
});
