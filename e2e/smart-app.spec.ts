import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type SmartServer, startSmartServer } from "#lib/testing/fhir/smart-server";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

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
