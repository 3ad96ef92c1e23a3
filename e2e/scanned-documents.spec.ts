import type { Page } from "@playwright/test";
import { colorPage, faxPage, type TiffSource, tiffOf } from "#lib/testing/fax";
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

const [WIDE, HIGH] = [400, 300];

/** A picture whose upper left quarter is red, its upper right one green, its lower left one blue, the rest white. */
const QUARTERS = Array.from({ length: HIGH }, (_, y) =>
  Array.from({ length: WIDE }, (__, x) => {
    const [isLeft, isTop] = [x < WIDE / 2, y < HIGH / 2];
    if (isTop) return isLeft ? [255, 0, 0] : [0, 255, 0];
    return isLeft ? [0, 0, 255] : [255, 255, 255];
  }),
);

/** Returns the names of the colors in the quarters of a drawn page: upper left and right, lower left and right. */
const quartersOf = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"] canvas`).evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext("2d");
    const nameAt = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(width * x, height * y, 1, 1).data ?? [];
      const isOn = [red, green, blue].map((part) => part > 127);
      return (
        {
          "true,false,false": "red",
          "false,true,false": "green",
          "false,false,true": "blue",
          "true,true,true": "white",
        }[String(isOn)] ?? `${red} ${green} ${blue}`
      );
    };
    return [nameAt(0.25, 0.25), nameAt(0.75, 0.25), nameAt(0.25, 0.75), nameAt(0.75, 0.75)].join(" ");
  });

/** What each orientation makes of QUARTERS: where row 0 and column 0 stand (TIFF 6.0, Orientation). */
const ORIENTED = {
  1: "red green blue white",
  2: "green red white blue",
  3: "white blue green red",
  4: "blue white red green",
  5: "red blue green white",
  6: "blue red white green",
  7: "white green blue red",
  8: "green white red blue",
} as const;

test("pages that lie on a side or are mirrored are shown upright", { tag: "@long" }, async ({ page, demo }) => {
  const pages = Object.keys(ORIENTED).map((orientation) => {
    const { fields, strips } = colorPage(QUARTERS);
    return { fields: [...fields, [274, 3, Number(orientation)] as const], strips } as TiffSource;
  });
  await new ConsolePage(page, demo).signIn("staff", "Documents");
  await openAs(page, "image/tiff", tiffOf(pages), "scan.tif");
  await expect(page.getByText("of 8", { exact: true })).toBeVisible();
  for (const [index, colors] of Object.values(ORIENTED).entries()) {
    await page.getByRole("textbox", { name: "Page" }).fill(String(index + 1));
    await page.keyboard.press("Enter");
    await expect.poll(() => quartersOf(page, index + 1), `orientation ${index + 1}`).toBe(colors);
  }
});

test("colors in planes of their own, BigTIFF and the old kind of JPEG are shown, and what cannot be is said", {
  tag: "@long",
}, async ({ page, demo }) => {
  await new ConsolePage(page, demo).signIn("staff", "Documents");
  const jpeg = await page.evaluate(async (quarters) => {
    const canvas = new OffscreenCanvas(quarters[0]?.length ?? 0, quarters.length);
    const context = canvas.getContext("2d");
    const data = context?.createImageData(canvas.width, canvas.height);
    if (!context || !data) throw new Error("No canvas");
    data.data.set(quarters.flatMap((row) => row.flatMap((colors) => [...colors, 255])));
    context.putImageData(data, 0, 0);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer())];
  }, QUARTERS);
  const cmyk = QUARTERS.map((row) =>
    row.map(([red = 0, green = 0, blue = 0]) => [255 - red, 255 - green, 255 - blue, 0]),
  );
  const asOldJpeg = colorPage(QUARTERS).fields.map((field) =>
    field[0] === 259 ? ([259, 3, 6] as const) : field[0] === 262 ? ([262, 3, 6] as const) : field,
  ) as TiffSource["fields"];
  const pages: TiffSource[] = [
    colorPage(QUARTERS, { isPlanar: true }),
    colorPage(cmyk, { isPlanar: true, photometric: 5 }),
    { fields: asOldJpeg, strips: [], jpeg: Uint8Array.from(jpeg) },
    { fields: asOldJpeg, strips: [Uint8Array.from(jpeg)] },
    // Its tables stand apart from its picture.
    { fields: asOldJpeg, strips: [Uint8Array.from(jpeg.slice(700))] },
    // Lab in planes.
    colorPage(QUARTERS, { isPlanar: true, photometric: 8 }),
  ];
  for (const isBig of [true, false]) {
    await openAs(page, "image/tiff", tiffOf(pages, !isBig, isBig), "scan.tif");
    await expect(page.getByText("of 6", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("status").filter({ hasText: "2 of 6 pages can't be drawn (pages 5, 6)" }),
    ).toBeVisible();
    for (const number of [1, 2, 3, 4]) {
      await page.getByRole("textbox", { name: "Page" }).fill(String(number));
      await page.keyboard.press("Enter");
      await expect.poll(() => quartersOf(page, number), `page ${number}`).toBe(ORIENTED[1]);
    }
    await page.keyboard.press("Escape");
    await page.reload();
  }
  await openAs(page, "image/tiff", tiffOf([pages[5] as TiffSource], true, true), "scan.tif");
  await expect(page.getByText(/can't be (shown|drawn|displayed)|damaged/i).first()).toBeVisible();
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
