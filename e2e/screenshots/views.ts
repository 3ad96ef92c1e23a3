import type { Page } from "@playwright/test";
import { catalog } from "#lib/catalog/generated/definitions";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "../support/api.ts";
import { apiHeaders } from "../support/credentials.ts";

/** A page to take a picture of. */
export interface View {
  name: string;
  /** A path below the account's, or what makes the address of a page without an account. */
  address: string | (() => Promise<string>);
  /** Brings the page into its state once it has loaded, and waits for the parts that have no skeleton. */
  open?(page: Page): Promise<void>;
}

/** Today's lists that load after the day's visits, without a skeleton. */
const LATE = ["Waiting", "Tomorrow, not confirmed"];

async function loadLate(page: Page): Promise<void> {
  for (const name of LATE) await page.getByRole("region", { name }).waitFor();
}

/** Returns each section of the navigation, in order. */
export async function sections(page: Page): Promise<View[]> {
  const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  return addresses.map((address) => ({
    name: address.split("/")[3] ?? "",
    address: address.split("/").slice(3).join("/"),
    ...(address.endsWith("/today") && { open: loadLate }),
  }));
}

/** Waits for the panel beside the page, which loads after it. */
const openPanel = (page: Page) => page.getByRole("dialog").waitFor();

/** The empty form of every operation. */
const forms: View[] = Object.keys(catalog).map((id) => ({
  name: `form-${id.replace(":", "-")}`,
  address: `activity?new=${id}`,
  open: openPanel,
}));

/** Posts a payment and waits for its end. Returns its job's id. */
async function aPayment(demo: DemoFile, mrn: string): Promise<number> {
  const { locations } = await readApi<{ locations: { emr_id: string }[] }>(demo, "/locations?limit=1");
  const body = { patient_mrn: mrn, payment_method: "Credit Card", reference_number: "RCPT-20931", amount: 45.5 };
  const answer = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ ...body, location: locations[0]?.emr_id }),
  });
  return ((await answer.json()) as { job_id: number }).job_id;
}

/** Returns the pages of single records, and the panels that open beside a page. */
async function records(demo: DemoFile): Promise<View[]> {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const { referrals } = await readApi<{ referrals: { id: string }[] }>(demo, "/referrals?limit=1");
  const { claims } = await readApi<{ claims: { emr_claim_id: string }[] }>(demo, "/claims?limit=1");
  const { documents } = await readApi<{ documents: { id: string }[] }>(
    demo,
    "/documents?mime_type=application/pdf&limit=1",
  );
  const mrn = patients[0]?.mrn ?? "";
  return [
    {
      name: "patient",
      address: `patients/${mrn}`,
      // A visit's status loads after the page.
      open: (page) => page.getByRole("region", { name: "Visits" }).locator("svg").first().waitFor(),
    },
    { name: "patient-claims", address: `patients/${mrn}?tab=claims` },
    { name: "appointments-week", address: "appointments?view=week" },
    { name: "appointments-agenda", address: "appointments?view=agenda" },
    { name: "appointments-table", address: "appointments?view=table" },
    { name: "claim", address: `claims?claim=${claims[0]?.emr_claim_id}`, open: openPanel },
    { name: "delivery-log", address: "webhooks?view=log" },
    { name: "close-day", address: "close-day" },
    { name: "downtime", address: "downtime" },
    { name: "account", address: "account" },
    { name: "referral", address: `referrals/${referrals[0]?.id}` },
    {
      name: "document",
      address: `documents?document=${documents[0]?.id}`,
      // The canvas is hidden until its page is drawn.
      open: (page) => page.locator('[data-page="1"] canvas').waitFor(),
    },
    { name: "job-panel", address: `activity?job=${await aPayment(demo, mrn)}`, open: openPanel },
    { name: "job-page", address: `jobs/${await aPayment(demo, mrn)}` },
    { name: "not-found", address: "nowhere" },
    { name: "patients-none", address: "patients?q=nobody-of-this-name" },
    {
      name: "menu",
      address: "activity",
      open: (page) => page.getByRole("button", { name: "New", exact: true }).click(),
    },
    {
      name: "search",
      address: "activity",
      async open(page) {
        await page.keyboard.press("Control+k");
        const search = page.getByRole("dialog", { name: "Search" });
        await search.getByRole("searchbox").fill("ma");
        await search.getByRole("group", { name: "Patients" }).waitFor();
      },
    },
  ];
}

/** Returns all views besides the sections. */
export const otherViews = async (demo: DemoFile): Promise<View[]> => [...(await records(demo)), ...forms];
