import { test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

for (const policy of ["require-corp", "credentialless"]) {
  test.describe(`in a page that isolates itself from other origins by ${policy}`, () => {
    test.use({
      portalHeaders: { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": policy },
    });

    test("views load, and a document is drawn by its worker", { tag: "@long" }, async ({ page, portal }) => {
      await page.goto(`${portal.origin}/?view=operation`);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await expect(viewIn(page, "operation").getByLabel("Reference number")).toHaveValue("PORTAL-1");
      await page.getByRole("button", { name: "documents", exact: true }).click();
      const documents = viewIn(page, "documents");
      await documents
        .getByRole("button", { name: /\.pdf$/ })
        .first()
        .click();
      await expect(documents.locator("canvas").first()).toBeVisible();
    });
  });
}

test.describe("in a page whose own policy allows no frame", () => {
  test.use({ portalHeaders: { "content-security-policy": "frame-src 'none'" } });

  test("the error names that policy", async ({ page, portal }) => {
    await page.goto(`${portal.origin}/?view=operation`);
    await expect(page.getByLabel("Events")).toContainText("Content-Security-Policy does not allow");
    await expect(page.getByLabel("Events")).toContainText("frame-src");
  });
});
