import type { FrameLocator, Page } from "@playwright/test";
import { type SimulatedEmr, startSimulatedEmr } from "./partner/simulated-emr.ts";
import { asAdmin } from "./support/as-admin.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { linkingClient } from "./support/link-client.ts";
import { startSite, test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

const PROBE_MS = 30_000;

let emr: SimulatedEmr;

test.beforeEach(async ({ demo }) => {
  emr = await startSimulatedEmr(demo.console_url, false);
});
test.afterEach(() => emr.stop());

const signInAt = (within: Page | FrameLocator) => within.getByRole("button", { name: /^Sign in at 127\.0\.0\.1/ });

test("an admin adds an app, signs in at the EMR in a window of its own, and tests the connection", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(4 * PROBE_MS);
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("FHIR R4", { exact: true }).click();
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Base URL").fill(emr.fhir.baseUrl);
  // Nobody can sign in there yet, so that secrets are asked for.
  await expect(form.getByRole("textbox", { name: "Client id" })).toBeVisible();
  await form.getByText("Sign in at the EMR (SMART App Launch)").click();
  await form.getByRole("button", { name: "Ask the EMR" }).click();
  await expect(form.getByText("Nobody can sign in at this EMR yet")).toBeVisible();
  await expect(form.getByText(/is an EMR at which this console is not registered/)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an app" });
  await dialog.getByLabel("EMR").fill(emr.fhir.baseUrl);
  await dialog.getByLabel("Client id").fill(emr.app.client_id);
  await dialog.getByLabel("Client secret").fill(emr.app.client_secret);
  await dialog.getByLabel("Token URL").fill(emr.app.token_url);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add the app" }).click();
  await expect(page.getByRole("region", { name: "Apps at EMRs" })).toContainText(emr.fhir.baseUrl);

  // The form comes back where it was left, without what was typed of the connection.
  await page.getByRole("button", { name: "Link an EMR" }).click();
  await form.getByLabel("Base URL").fill(emr.fhir.baseUrl);
  await form.getByLabel("Base URL").press("Tab");
  const [refusing] = await Promise.all([page.waitForEvent("popup"), signInAt(page).click()]);
  await refusing.getByRole("button", { name: "Refuse" }).click();
  await expect(refusing.getByText(/Access was refused at the EMR\. Nothing was stored\./)).toBeVisible();
  expect(await findingsInBothThemes(refusing)).toEqual([]);
  await refusing.close();
  await expect(form.getByText("The EMR has not allowed access")).toBeVisible();
  await form.getByRole("button", { name: "Begin again" }).press("Enter");
  await expect(signInAt(page)).toBeFocused();

  const [there] = await Promise.all([page.waitForEvent("popup"), signInAt(page).press("Enter")]);
  await expect(form.getByText(/^Waiting for the sign-in at 127\.0\.0\.1/)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await there.getByRole("button", { name: "Sign in and allow" }).click();
  await expect(there.getByRole("heading", { name: "You have signed in at the EMR" })).toBeVisible();
  expect(await there.context().cookies(demo.console_url)).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining("emr-authorization") }),
  );
  await there.close();
  await expect(form.getByText("The EMR has allowed access")).toBeVisible();
  await form.getByRole("button", { name: "Test the connection" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  await expect(drawer.getByRole("region", { name: "Operations" })).toBeVisible({ timeout: PROBE_MS });
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Remove the app at ${emr.fhir.baseUrl}` }).click();
  const remove = page.getByRole("alertdialog").or(page.getByRole("dialog", { name: /^Remove the app/ }));
  await remove.getByRole("button", { name: /^Remove the app/ }).click();
  await expect(page.getByRole("region", { name: "Apps at EMRs" })).not.toContainText(emr.fhir.baseUrl);
});

test("a partner's customer signs in at the EMR from a sandboxed frame, with third-party cookies blocked", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(6 * PROBE_MS);
  const site = await startSite(
    `<!doctype html><html lang="en"><title>Partner</title><script src="${demo.console_url}/embed.js"></script><main><h1>Partner</h1></main>`,
  );
  const { post } = await linkingClient(demo, site.origin);
  const ask = await asAdmin(demo);
  const { emr_app: app } = await ask<{ emr_app: { id: string } }>("POST", "/emr-apps", emr.app);
  try {
    const asked = { user_id: "customer-12", organization_name: "Elm Street", emr_types: ["fhir"], origin: site.origin };
    const { link_token: token } = (await post("/link-tokens", asked)).body;
    const partner = await strict.newPage();
    await partner.goto(site.origin);
    await partner.evaluate((given) => {
      const own = window as unknown as { ClinicalRecords: { link(options: object): void } };
      own.ClinicalRecords.link({ token: given });
    }, token);
    const frame = partner.frameLocator('iframe[title="Link your EMR"]');
    await frame.getByLabel("Base URL").fill(emr.fhir.baseUrl, { timeout: PROBE_MS });
    await frame.getByLabel("Base URL").press("Tab");
    const [there] = await Promise.all([partner.waitForEvent("popup"), signInAt(frame).click()]);
    await there.getByRole("button", { name: "Sign in and allow" }).click();
    await expect(there.getByRole("heading", { name: "You have signed in at the EMR" })).toBeVisible();
    await there.close();
    await expect(frame.getByText("The EMR has allowed access")).toBeVisible();
    expect(await findingsInBothThemes(partner)).toEqual([]);
    await frame.getByRole("button", { name: "Test the connection" }).click();
    await expect(frame.getByText(/^\d+ of \d+ operations are supported\./)).toBeVisible({ timeout: PROBE_MS });
  } finally {
    site.server.close();
    await ask("DELETE", `/emr-apps/${app.id}`, {});
  }
});

test("on a phone the view itself goes to the EMR, comes back to where it was, and is refused in words", {
  tag: "@long",
}, async ({ strict, demo, browser }) => {
  test.setTimeout(6 * PROBE_MS);
  const site = await startSite("<!doctype html><title>Partner</title><main><h1>Partner</h1></main>");
  const { post } = await linkingClient(demo, site.origin);
  const ask = await asAdmin(demo);
  const { emr_app: app } = await ask<{ emr_app: { id: string } }>("POST", "/emr-apps", emr.app);
  const phone = await strict.newPage();
  try {
    const asked = { user_id: "customer-14", organization_name: "Elm Street", redirect_url: `${site.origin}/back` };
    const { link_token: token, url } = (await post("/link-tokens", asked)).body;
    const addresses: string[] = [];
    strict.on("request", (request) => addresses.push(request.url()));
    await phone.setViewportSize({ width: 375, height: 812 });
    await phone.goto(url);
    await phone.getByText("FHIR R4", { exact: true }).click({ timeout: PROBE_MS });
    await phone.getByRole("button", { name: "Next" }).click();
    await phone.getByLabel("Base URL").fill(emr.fhir.baseUrl);
    await phone.getByText("More settings").click();
    await phone.getByLabel("Calls at the same time").fill("4");
    expect(await findingsInBothThemes(phone)).toEqual([]);
    const pages = strict.pages().length;

    await test.step("access is refused there", async () => {
      await signInAt(phone).click();
      await phone.getByRole("button", { name: "Refuse" }).click();
      await expect(phone.getByText("The EMR has not allowed access")).toBeVisible({ timeout: PROBE_MS });
      await expect(phone.getByText(/Access was refused at the EMR\. Nothing was stored\./)).toBeVisible();
      expect(phone.url()).toBe(url.split("#")[0]);
      expect(await findingsInBothThemes(phone)).toEqual([]);
    });

    await test.step("the answer is opened in another browser", async () => {
      await phone.getByRole("button", { name: "Begin again" }).click();
      const asking = phone.waitForRequest(/\/auth\?/);
      await signInAt(phone).click();
      const state = new URL((await asking).url()).searchParams.get("state") ?? "";
      const answer = new URLSearchParams({ state, code: "a-code" });
      const other = await browser.newPage();
      await other.goto(`${demo.console_url}/api/emr-authorization/callback?${answer}`);
      await expect(other.getByText(/was begun in another browser/)).toBeVisible();
      expect(other.url()).not.toContain("#");
      await other.close();
      // It did not use up the answer of the right one.
      await phone.getByRole("button", { name: "Sign in and allow" }).click();
      await expect(phone.getByText("The EMR has allowed access")).toBeVisible({ timeout: PROBE_MS });
    });

    // It goes on where it was, with what was typed.
    await expect(phone.getByText(/^Step 2 of 6/)).toBeVisible();
    await expect(phone.getByLabel("Base URL")).toHaveValue(emr.fhir.baseUrl);
    await expect(phone.getByLabel("Calls at the same time")).toHaveValue("4");
    expect(strict.pages()).toHaveLength(pages);
    expect(phone.url()).toBe(url.split("#")[0]);
    expect(addresses.filter((each) => each.includes(token))).toEqual([]);
    const kept = await phone.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain(token);
    expect(await findingsInBothThemes(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Test the connection" }).click();
    await expect(phone.getByText(/^\d+ of \d+ operations are supported\./)).toBeVisible({ timeout: PROBE_MS });
    await phone.getByText("What was found in detail").click();
    await expect(phone.getByRole("region", { name: "Operations" })).toBeVisible();
    expect(await findingsInBothThemes(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  } finally {
    site.server.close();
    await ask("DELETE", `/emr-apps/${app.id}`, {});
  }
});
