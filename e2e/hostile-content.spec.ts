import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { expect, test } from "./support/test.ts";

const MARKUP = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const RIGHT_TO_LEFT = "مريم \u202Eevil\u202C בן־דוד";
const LONG = "Supercalifragilistic".repeat(500);
const FILE_NAME = `${MARKUP}\u202Efdp.exe 🙂 "quoted".txt`;

/** Changes one synchronized row. */
async function change(statement: string, values: unknown[]): Promise<void> {
  expect(await asOwner(`${statement} RETURNING id`, values)).toHaveLength(1);
}

/** Checks that no text was executed and that the page is not wider than its window. */
async function expectCalm(page: Page): Promise<void> {
  expect(await page.title()).not.toBe("taken");
  const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(room ?? 0);
}

test("texts from an EMR are shown as plain text, laid out and exported safely, whatever their content", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=5000");
  const mrn = patients.at(-1)?.mrn ?? "";
  await change("UPDATE patient SET first_name = $1, last_name = $2, email = $3 WHERE mrn = $4", [
    MARKUP,
    RIGHT_TO_LEFT,
    `${LONG}@example.com`,
    mrn,
  ]);
  const { documents } = await readApi<{ documents: { id: string }[] }>(demo, "/documents?mime_type=text/plain&limit=1");
  const documentId = documents[0]?.id ?? "";
  await change("UPDATE document SET file_name = $1, patient_mrn = $2 WHERE replace(id::text, '-', '') = $3", [
    FILE_NAME,
    mrn,
    documentId,
  ]);
  const note = await fetch(`${demo.base_url}/patient-notes`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ patient_mrn: mrn, subject: MARKUP, note: `=1+1 🙂 ${LONG}`.slice(0, 10_000) }),
  });
  expect(note.status).toBe(202);
  const { job_id } = (await note.json()) as { job_id: number };

  const console = new ConsolePage(page, demo);
  const account = await console.enter();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });

    await page.goto(`${account}/patients/${mrn}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x");
    await expectCalm(page);

    await page.goto(`${account}/documents?patient_mrn=${mrn}&document=${documentId}`);
    await expect(page.getByText("<script>").filter({ visible: true }).first()).toBeVisible();
    await expectCalm(page);

    await page.goto(`${account}/activity?job=${job_id}`);
    await expect(console.panel).toContainText("<img src=x");
    await console.openDetails();
    await expect(console.panel.getByRole("region", { name: "Request" })).toContainText("=1+1");
    await expectCalm(page);
  }

  await page.goto(`${account}/documents?patient_mrn=${mrn}&document=${documentId}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: /^Download/ })
      .first()
      .click(),
  ]);
  // Characters that reverse the text direction would disguise the file's extension.
  expect(download.suggestedFilename()).not.toMatch(/[\u202a-\u202e<>"/\\]/);
  expect(download.suggestedFilename()).toMatch(/\.txt$/);
});
