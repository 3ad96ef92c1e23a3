import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type SmartServer, startSmartServer } from "#lib/testing/fhir/smart-server";
import { asAdmin } from "./support/as-admin.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { linkingClient } from "./support/link-client.ts";
import { startSite, test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

const CLIENT = { clientId: "console", clientSecret: "a-secret-of-the-vendor" };
const PROBE_MS = 30_000;

let fhir: MedplumServer;
let emr: SmartServer;

test.beforeEach(async ({ demo }) => {
  fhir = await startMedplum();
  emr = await startSmartServer({ ...CLIENT, redirectUri: `${demo.console_url}/api/emr-authorization/callback` });
  fhir.admits = emr.admits;
  fhir.smartConfiguration = emr.smartConfiguration;
});
test.afterEach(() => Promise.all([fhir.stop(), emr.stop()]));

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
  const askEmr = async () => {
    await form.getByLabel("Base URL").fill(fhir.baseUrl);
    await form.getByText("Sign in at the EMR (SMART App Launch)").click();
    await form.getByRole("button", { name: "Ask the EMR" }).click();
  };
  await askEmr();
  await expect(form.getByText("Nobody can sign in at this EMR yet")).toBeVisible();
  await expect(form.getByText(/is an EMR at which this console is not registered/)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an app" });
  await dialog.getByLabel("EMR").fill(fhir.baseUrl);
  await dialog.getByLabel("Client id").fill(CLIENT.clientId);
  await dialog.getByLabel("Client secret").fill(CLIENT.clientSecret);
  await dialog.getByLabel("Token URL").fill(emr.tokenUrl);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add the app" }).click();
  await expect(page.getByRole("region", { name: "Apps at EMRs" })).toContainText(fhir.baseUrl);

  // The form comes back where it was left, without what was typed of the connection.
  await page.getByRole("button", { name: "Link an EMR" }).click();
  await askEmr();
  const [refusing] = await Promise.all([
    page.waitForEvent("popup"),
    form.getByRole("button", { name: /^Sign in at 127\.0\.0\.1/ }).click(),
  ]);
  await refusing.getByRole("button", { name: "Refuse" }).click();
  await expect(refusing.getByText(/Access was refused at the EMR\. Nothing was stored\./)).toBeVisible();
  expect(await findingsInBothThemes(refusing)).toEqual([]);
  await refusing.close();
  await expect(form.getByText("The EMR has not allowed access")).toBeVisible();
  await form.getByRole("button", { name: "Begin again" }).click();
  await form.getByRole("button", { name: "Ask the EMR" }).click();

  const [there] = await Promise.all([
    page.waitForEvent("popup"),
    form.getByRole("button", { name: /^Sign in at 127\.0\.0\.1/ }).click(),
  ]);
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

  await page.getByRole("button", { name: `Remove the app at ${fhir.baseUrl}` }).click();
  const remove = page.getByRole("alertdialog").or(page.getByRole("dialog", { name: /^Remove the app/ }));
  await remove.getByRole("button", { name: /^Remove the app/ }).click();
  await expect(page.getByRole("region", { name: "Apps at EMRs" })).not.toContainText(fhir.baseUrl);
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
  const { emr_app: app } = await ask<{ emr_app: { id: string } }>("POST", "/emr-apps", {
    issuer: fhir.baseUrl,
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    token_url: emr.tokenUrl,
  });
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
    await frame.getByLabel("Base URL").fill(fhir.baseUrl, { timeout: PROBE_MS });
    await frame.getByText("Sign in at the EMR (SMART App Launch)").click();
    await frame.getByRole("button", { name: "Ask the EMR" }).click();
    const [there] = await Promise.all([
      partner.waitForEvent("popup"),
      frame.getByRole("button", { name: /^Sign in at 127\.0\.0\.1/ }).click(),
    ]);
    await there.getByRole("button", { name: "Sign in and allow" }).click();
    await expect(there.getByRole("heading", { name: "You have signed in at the EMR" })).toBeVisible();
    await there.close();
    await expect(frame.getByText("The EMR has allowed access")).toBeVisible();
    expect(await findingsInBothThemes(partner)).toEqual([]);
    await frame.getByRole("button", { name: "Test the connection" }).click();
    await expect(frame.getByRole("region", { name: "Operations" })).toBeVisible({ timeout: PROBE_MS });
  } finally {
    site.server.close();
    await ask("DELETE", `/emr-apps/${app.id}`, {});
  }
});
