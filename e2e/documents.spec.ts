import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { printedOtherwiseInTheDark } from "./support/paper.ts";
import { expect, test } from "./support/test.ts";

interface Document {
  id: string;
  file_name: string;
  size: number;
  patient_mrn: string;
  referral_id: string;
}

type Demo = Parameters<typeof readApi>[0];

/** Returns the first document of a type whose name contains these words. */
async function documentOf(demo: Demo, mimeType: string, words = ""): Promise<Document> {
  const query = new URLSearchParams({ mime_type: mimeType, query: words, limit: "1" });
  const [found] = (await readApi<{ documents: Document[] }>(demo, `/documents?${query}`)).documents;
  if (!found) throw new Error(`The demo has no ${mimeType}`);
  return found;
}

/** Opens the documents, filters them by a file name, and opens the first. */
async function openDocument(page: Page, name: string): Promise<void> {
  await page.getByRole("searchbox", { name: "File name" }).fill(name);
  await expect(page).toHaveURL(/query=/);
  const table = page.getByRole("table", { name: "Documents" });
  // The found ones alone are left, below the heads: a row that moves between press and release gets no click.
  await expect(table.getByRole("row").filter({ hasNotText: name })).toHaveCount(1);
  await table.getByRole("button", { name }).first().click();
}

test("a document's length is sent for the whole, for a part, and for HEAD", async ({ demo }) => {
  for (const mimeType of ["application/pdf", "text/plain"]) {
    const { id, size } = await documentOf(demo, mimeType);
    const ask = (init: RequestInit = {}, more: Record<string, string> = {}) =>
      fetch(`${demo.base_url}/documents/${id}`, { ...init, headers: { ...apiHeaders(demo), ...more } });
    const whole = await ask();
    expect([whole.headers.get("content-length"), (await whole.arrayBuffer()).byteLength]).toEqual([String(size), size]);
    expect(whole.headers.get("content-encoding")).toBeNull();
    const part = await ask({}, { range: "bytes=10-29" });
    expect([part.status, part.headers.get("content-length"), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      "20",
      20,
    ]);
    expect((await ask({ method: "HEAD" })).headers.get("content-length")).toBe(String(size));
    expect([...whole.headers.keys()].filter((name) => name.startsWith("x-crc"))).toEqual([]);
  }
});

/**
 * Replaces the print dialog, which only a user can close. Returns a function that reads how many images and texts each
 * print had.
 */
async function watchPrinting(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const printed: number[] = [];
    Object.assign(window, { printed });
    window.print = () => {
      (window.top as Window & { printed: number[] }).printed.push(
        document.images.length + document.querySelectorAll("pre").length,
      );
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  return () => page.evaluate(() => (window as typeof window & { printed: number[] }).printed);
}

test("a PDF can be read in the page: pages, zoom, rotation, search, printing, download", async ({ page, demo }) => {
  const report = await documentOf(demo, "application/pdf", "Lab results");
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  const printed = await watchPrinting(page);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Documents");
  await openDocument(page, report.file_name);
  await expect(page).toHaveURL(/document=\w{32}/);

  const first = page.getByRole("region", { name: "Page 1 of 2" });
  await expect(first).toContainText("Laboratory report");
  const field = page.getByRole("textbox", { name: "Page", exact: true });
  await expect(field).toHaveValue("1");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByRole("region", { name: "Page 2 of 2" })).toBeInViewport();
  await expect(field).toHaveValue("2");
  await field.fill("1");
  await field.press("Enter");
  await expect(first).toBeInViewport();

  const width = async () => (await first.boundingBox())?.width ?? 0;
  const fitted = await width();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(fitted);
  await page.getByRole("button", { name: "Fit the width" }).click();
  await expect.poll(width).toBe(fitted);
  await page.getByRole("button", { name: "Rotate" }).click();
  await expect
    .poll(async () => {
      const box = await first.boundingBox();
      return box ? box.width > box.height : false;
    })
    .toBe(true);

  const find = page.getByRole("searchbox", { name: "Find in the document" });
  await first.click();
  await page.keyboard.press("Control+f");
  await expect(find).toBeFocused();
  await find.fill("potassium");
  await expect(page.getByRole("status").filter({ hasText: /^1 of \d+$/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get("document-found-current")?.size ?? 0)).toBe(1);
  await find.fill("no such words");
  await expect(page.getByText("Not found")).toBeVisible();

  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(printed).toEqual([2]);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(report.file_name);
  const bytes = await readFile(await download.path());
  expect(bytes.byteLength).toBe(report.size);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(complaints).toEqual([]);
});

test("the address contains the filters, and a link opens the same document", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const card = await documentOf(demo, "image/png");
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Documents");
  await console.choose("Type", "Picture (PNG)");
  await expect(page).toHaveURL(/mime_type=image/);
  const table = page.getByRole("table", { name: "Documents" });
  await expect(table.getByRole("row").nth(1).getByRole("button")).toHaveText(/\.png$/);
  const patient = page.getByRole("combobox", { name: "Patient" });
  await patient.fill(card.patient_mrn);
  await page.getByRole("option", { name: card.patient_mrn }).first().click();
  await expect(page).toHaveURL(new RegExp(`patient_mrn=${card.patient_mrn}`));
  await table.getByRole("button", { name: card.file_name }).click();
  const picture = page.getByRole("img", { name: card.file_name });
  await expect(picture).toBeVisible();
  await page.reload();
  await expect(picture).toBeVisible();
  await page.getByRole("button", { name: "Close the document" }).click();
  await expect(picture).toBeHidden();
  await expect(page).not.toHaveURL(/document=/);
});

test("text is shown as text; a file that cannot be shown has a reason and a download", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const cover = await documentOf(demo, "text/plain");
  await page.addInitScript(() => {
    window.print = () => {
      const { color, colorScheme } = getComputedStyle(document.querySelector("pre") ?? document.body);
      window.top?.document.documentElement.setAttribute("data-printed", `${color} ${colorScheme}`);
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Documents");
  await openDocument(page, cover.file_name);
  await expect(page.getByRole("region", { name: `Content of ${cover.file_name}` })).toContainText(
    "health information that is protected by law",
  );
  // In the dark theme the page, and the document alone, are printed as in the light one.
  expect(await printedOtherwiseInTheDark(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "rgb(0, 0, 0) normal");
  await page.emulateMedia({ colorScheme: "light" });

  for (const [contentType, body, reason] of [
    ["image/tiff", "II*", "its pictures are of a kind that can't be drawn here"],
    ["image/heic", "no picture", "Browsers can't draw pictures of this kind"],
    ["application/pdf", "no PDF at all", "The file is damaged"],
    ["image/png", "no picture at all", "The picture is damaged"],
  ] as const) {
    await page.route("**/v1/documents/*", (route) =>
      route.fulfill({
        contentType,
        body,
        headers: { "content-disposition": 'attachment; filename="fax.tif"' },
      }),
    );
    await page.reload();
    await expect(page.getByText(reason)).toBeVisible();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download it" }).click();
    expect((await saving).suggestedFilename()).toBe("fax.tif");
    await page.unroute("**/v1/documents/*");
  }
});

test("only the viewer's fonts and decoders are served from its package", async ({ request }) => {
  for (const part of ["standard_fonts/LiberationSans-Regular.ttf", "cmaps/78-H.bcmap", "wasm/jbig2.wasm"]) {
    expect((await request.get(`/api/pdf/${part}`)).status()).toBe(200);
  }
  for (const part of ["build/pdf.mjs", "cmaps/missing.bcmap", "cmaps/..%2Fpackage.json", "wasm/%2e%2e"]) {
    expect((await request.get(`/api/pdf/${part}`)).status()).toBe(404);
  }
});
