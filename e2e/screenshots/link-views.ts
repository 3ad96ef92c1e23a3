import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import type { SimulatedEmr } from "../partner/simulated-emr.ts";
import { asAdmin } from "../support/as-admin.ts";
import { linkingClient } from "../support/link-client.ts";
import type { View } from "./views.ts";

/** A partner's site, whose pages nobody opens. */
const PORTAL = "https://portal.example";
/** A link reads a whole practice, and a test of a connection the server's ways. */
const WAIT_MS = 30_000;

const next = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Returns a picture of each step in which a partner's customer links an EMR, and of what a misused link answers. */
export async function linkViews(demo: DemoFile, emr: SimulatedEmr): Promise<View[]> {
  const { post } = await linkingClient(demo, PORTAL);
  const ask = await asAdmin(demo);
  await ask("POST", "/emr-apps", emr.app);
  const linkToken = async (more: object = {}) => {
    const asked = {
      user_id: "customer-12",
      organization_name: "Elm Street",
      writes: ["payments:create", "tasks:create"],
    };
    return (await post("/link-tokens", { ...asked, redirect_url: `${PORTAL}/emrs`, ...more })).body;
  };
  const address = async () => (await linkToken()).url;
  const ofFhir = async () => (await linkToken({ user_id: crypto.randomUUID(), emr_types: ["fhir"] })).url;
  const enter = (page: Page, baseUrl: string) => page.getByLabel("Base URL").fill(baseUrl);
  const askEmr = async (page: Page) => {
    await enter(page, emr.fhir.baseUrl);
    await page.getByLabel("Base URL").blur();
    await page.getByRole("button", { name: /^Sign in at/ }).waitFor();
  };
  const signIn = async (page: Page, choice: string) => {
    // The EMR would know the person from the view before.
    await page.context().clearCookies({ name: /^_(interaction|session)/ });
    await askEmr(page);
    await next(page, /^Sign in at/);
    await next(page, choice);
    await page.getByText(/^The EMR has( not)? allowed access$/).waitFor();
  };
  const tested = async (page: Page) => {
    await signIn(page, "Sign in and allow");
    await next(page, "Test the connection");
    await page.getByText(/^\d+ of \d+ operations are supported/).waitFor({ timeout: WAIT_MS });
  };
  const ofRecords = async (page: Page) => {
    await tested(page);
    await next(page, "Next");
    await page.getByRole("heading", { name: "Visit statuses" }).waitFor();
  };
  const named = async (page: Page) => {
    await ofRecords(page);
    await next(page, "Next");
    await page.getByText(/^By linking you agree/).waitFor();
  };
  const linked = async (page: Page) => {
    await named(page);
    await next(page, /^Link /);
    await page.getByRole("region", { name: /^Receipt/ }).waitFor({ timeout: WAIT_MS });
  };
  const used = async () => {
    const { link_token_id: id, link_token: token, url } = await linkToken({ user_id: crypto.randomUUID() });
    await fetch(`${demo.base_url}/link-tokens/${id}/account`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Elm Street", emr_type: "sandbox", timezone: "America/New_York" }),
    });
    return url;
  };
  const ended = async () => {
    const { link_token_id: id, url } = await linkToken();
    await ask("DELETE", `/link-tokens/${id}`, {});
    return url;
  };
  const refused = (name: string, where: () => Promise<string>): View => ({ name: `link-${name}`, address: where });
  return [
    { name: "link-kind", address },
    { name: "link-address", address: ofFhir },
    {
      name: "link-without-app",
      address: ofFhir,
      async open(page) {
        await enter(page, "https://ehr.example/r4");
        await page.getByRole("textbox", { name: "Client id" }).waitFor();
      },
    },
    {
      name: "link-settings",
      address: ofFhir,
      async open(page) {
        await askEmr(page);
        await page.getByText("More settings").click();
      },
    },
    { name: "link-sign-in", address: ofFhir, open: askEmr },
    { name: "link-refused", address: ofFhir, open: (page) => signIn(page, "Refuse") },
    { name: "link-granted", address: ofFhir, open: (page) => signIn(page, "Sign in and allow") },
    { name: "link-findings", address: ofFhir, open: tested },
    { name: "link-records", address: ofFhir, open: ofRecords },
    {
      name: "link-statuses",
      address: ofFhir,
      async open(page) {
        await ofRecords(page);
        await next(page, "Start from FHIR’s own");
      },
    },
    { name: "link-consent", address: ofFhir, open: named },
    { name: "link-receipt", address: ofFhir, open: linked },
    refused("used", used),
    refused("ended", ended),
    refused("elsewhere", async () => (await linkToken({ redirect_url: undefined, origin: PORTAL })).url),
    refused("broken", async () => (await address()).split("#")[0]),
    refused("unknown", async () => `${demo.console_url}/embed/${"0".repeat(32)}`),
    refused("other-browser", async () => `${demo.console_url}/emr-authorization?outcome=other_browser`),
  ];
}
