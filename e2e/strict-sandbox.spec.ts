import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { linkingClient } from "./support/link-client.ts";
import { startSite, test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

/** A link makes a whole practice, beside what other tests ask of the same machine. */
const LINK_MS = 60_000;
const WAIT_MS = 30_000;

test("a receipt in a stricter sandbox says that it cannot be printed, and its text is copied", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(3 * LINK_MS);
  const site = await startSite("<!doctype html><html lang='en'><title>Partner</title><main><h1>Partner</h1></main>");
  try {
    const { name, post } = await linkingClient(demo, site.origin);
    const asked = {
      user_id: "customer-15",
      organization_name: "Elm Street",
      emr_types: ["sandbox"],
      origin: site.origin,
    };
    const { link_token: token, link_token_id: id, url } = (await post("/link-tokens", asked)).body;
    const page = await strict.newPage();
    await page.goto(site.origin);
    await page.evaluate(
      ({ src, given, session }) => {
        const frame = document.createElement("iframe");
        frame.title = "Link your EMR";
        frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-forms");
        frame.style.cssText = "width: 100%; height: 800px";
        addEventListener("message", ({ source, origin, data }) => {
          if (source !== frame.contentWindow || data?.type !== "hello") return;
          frame.contentWindow?.postMessage({ crc: 1, type: "token", session_id: session, token: given }, origin);
        });
        frame.src = src;
        document.querySelector("main")?.append(frame);
      },
      { src: url.split("#")[0], given: token, session: id },
    );
    const frame = page.frameLocator('iframe[title="Link your EMR"]');
    await frame.getByRole("button", { name: /^Link / }).click({ timeout: WAIT_MS });
    await expect(frame.getByText("Your EMR is linked")).toBeVisible({ timeout: LINK_MS });
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE access_token_reference_id = $1", [
      "customer-15",
    ]);
    await frame.getByRole("button", { name: "Print receipt" }).click();
    const refused = frame.getByText("The page around this view does not let it print");
    await expect(refused).toBeVisible();
    await expect(frame.getByText(`${name} and the admins of the organization`)).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);
    // It can be asked for again: nothing waits for a dialog that never opened.
    await frame.getByRole("button", { name: "Print receipt" }).click();
    await expect(refused).toBeVisible();
    await frame.getByRole("button", { name: "Download receipt" }).click();
    await expect(frame.getByText(/^No file\?/)).toBeVisible();
    await frame.getByRole("button", { name: "Copy its text" }).click();
    await expect(frame.getByRole("button", { name: "Copied" })).toBeVisible();
    const place = page.getByRole("textbox");
    await page.evaluate(() => document.querySelector("main")?.append(document.createElement("textarea")));
    await place.focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(place).toHaveValue(new RegExp(`^Receipt: an EMR was linked[^]*Asked by: ${name}`));
  } finally {
    site.server.close();
  }
});
