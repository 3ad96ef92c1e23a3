import type { Page } from "@playwright/test";
import { faxPage, tiffOf } from "#lib/testing/fax";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const WIDTH = 1_728;

/** A page of a fax: a bar in its upper third whose length tells the page. */
const rowsOf = (page: number, height = 1_000) =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: WIDTH }, (__, x) => y > 100 && y < 300 && x > 200 && x < 200 + page * 20),
  );

/** Opens a document of the demo whose bytes are replaced. Returns the viewer. */
async function openAs(page: Page, contentType: string, body: Uint8Array | string, name: string) {
  await page.route("**/v1/documents/*", (route) =>
    route.fulfill({
      contentType,
      body: Buffer.from(body as Uint8Array),
      headers: { "content-disposition": `attachment; filename="${name}"` },
    }),
  );
  await page.getByRole("table", { name: "Documents" }).getByRole("row").nth(1).getByRole("button").first().click();
}

/** Returns the length of the black bar of a drawn page as a share of the page's width, by its pixels. */
const barOf = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"] canvas`).evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const row = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, Math.round(height * 0.2), width, 1);
    let black = 0;
    for (let at = 0; at < width; at += 1) if ((row?.data[at * 4] ?? 255) < 128) black += 1;
    return black / width;
  });

test("a fax of many pages is shown page by page, in its own shape", { tag: "@long" }, async ({ page, demo }) => {
  const fax = tiffOf(Array.from({ length: 60 }, (_, index) => faxPage(rowsOf(index + 1), 128)));
  await new ConsolePage(page, demo).signIn("staff", "Documents");
  await openAs(page, "image/tiff", fax, "fax.tif");
  await expect(page.getByText("of 60", { exact: true })).toBeVisible();
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
  await expect.poll(() => barOf(page, 1)).toBeCloseTo(20 / WIDTH, 2);
  // 200 dots to the inch across and 100 down.
  const box = await page.locator('[data-page="1"]').boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo((1_000 * 2) / WIDTH, 1);
  await page.getByRole("textbox", { name: "Page" }).fill("50");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-page="50"] canvas')).toBeVisible();
  await expect.poll(() => barOf(page, 50)).toBeCloseTo((50 * 20 - 1) / WIDTH, 1);
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("a broken page among good ones is said, and the others are shown", { tag: "@long" }, async ({ page, demo }) => {
  const [good, broken, lost] = [faxPage(rowsOf(9)), faxPage(rowsOf(9)), faxPage(rowsOf(9))];
  broken.strips[0]?.fill(0x5a, 20);
  const pages = [good, broken, { ...lost, strips: [new Uint8Array()] }, good];
  await new ConsolePage(page, demo).signIn("staff", "Documents");
  await openAs(page, "image/tiff", tiffOf(pages, false), "fax.tif");
  await expect(page.getByRole("status").filter({ hasText: "2 of 4 pages can't be drawn (pages 2, 3)" })).toBeVisible();
  await expect.poll(() => barOf(page, 1)).toBeCloseTo((9 * 20) / WIDTH, 1);
  await page.getByRole("textbox", { name: "Page" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-page="2"]')).toContainText("This page can't be drawn.");
  expect(await findingsInBothThemes(page)).toEqual([]);
});

/** Returns a PDF of one page with a sentence, and further entries of its catalog and trailer. */
function pdfWith(catalog: string, trailer = "", sentence = "Please wait..."): string {
  const content = `BT /F 12 Tf 72 700 Td (${sentence}) Tj ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Length 56 >>\nstream\n<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>\nendstream',
    "<< /T (name) /FT /Tx >>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return `%PDF-1.7\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n%%EOF\n`;
}

const UNKNOWN = "0".repeat(64);

test("forms that show themselves alone and protected PDFs are said, and never shown as a blank page", {
  tag: "@long",
}, async ({ page, demo }) => {
  const account = await new ConsolePage(page, demo).enter();
  const wait =
    "If this message is not eventually replaced by the proper contents of the document, your PDF viewer may not be able to display it.";
  for (const [what, pdf, reason] of [
    ["a form", pdfWith("/NeedsRendering true /AcroForm << /Fields [] /XFA 5 0 R >>"), /It is a form \(XFA\)/],
    ["a form with fields", pdfWith("/AcroForm << /Fields [6 0 R] /XFA 5 0 R >>", "", wait), /It is a form \(XFA\)/],
    [
      "a password",
      pdfWith("", `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${UNKNOWN}> /U <${UNKNOWN}> >>`),
      /protected by a password/,
    ],
    ["a certificate", pdfWith("", "/ID [<00> <00>] /Encrypt << /Filter /Adobe.PubSec /V 4 >>"), /protected in a way/],
  ] as const) {
    await page.goto(`${account}/documents`);
    await openAs(page, "application/pdf", pdf, "form.pdf");
    await expect(page.getByText(reason), what).toBeVisible();
    await expect(page.getByRole("button", { name: "Download it" }), what).toBeVisible();
    await expect(page.getByText("Please wait"), what).toHaveCount(0);
    await page.unroute("**/v1/documents/*");
  }
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.goto(`${account}/documents`);
  await openAs(
    page,
    "application/pdf",
    pdfWith("/AcroForm << /Fields [6 0 R] /XFA 5 0 R >>", "", "Name of patient"),
    "form.pdf",
  );
  await expect(page.getByText("Name of patient")).toBeVisible();
});
