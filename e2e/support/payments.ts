import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { openBalance } from "#lib/resources/claims/open-balance";
import { readApi } from "./api.ts";
import { apiHeaders } from "./credentials.ts";
import { expect } from "./test.ts";

type ReadClaims = (path: string) => Promise<{ claims: { patient_mrn: string; balance: string }[] }>;

/**
 * Returns the MRN of a patient with at least $100 open on the claims. A payment of a usual amount for this patient is sent
 * without a question, whatever other tests have paid.
 */
export async function payerAmong(read: ReadClaims): Promise<string> {
  const { claims } = await read("/claims?sort=-balance&limit=20");
  for (const { patient_mrn } of claims) {
    const ofPatient = await read(`/claims?patient_mrn=${patient_mrn}&limit=200`);
    if (openBalance(ofPatient.claims) >= 100) return patient_mrn;
  }
  throw new Error("The account has a patient with open claims");
}

/** Returns such a patient of the demo's first account. */
export const payerOf = (demo: DemoFile): Promise<string> => payerAmong((path) => readApi(demo, path));

/** Returns a reference number that no other payment has, so that a second try of a test is not asked about the same payment. */
export const newReference = (prefix: string): string => `${prefix}-${crypto.randomUUID().slice(0, 8)}`;

/** Posts a payment through the API. Returns its job's id. */
export async function pay(demo: DemoFile): Promise<number> {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const { locations } = await readApi<{ locations: { emr_id: string }[] }>(demo, "/locations?limit=1");
  const about = { patient_mrn: patients[0]?.mrn, location: locations[0]?.emr_id, payment_method: "Cash" };
  const answer = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ ...about, reference_number: crypto.randomUUID().slice(0, 8), amount: 7 }),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { job_id: number }).job_id;
}

/** Returns the row of a job in Activity. */
export const rowOf = (page: Page, jobId: number) =>
  page.getByRole("region", { name: "Jobs" }).getByRole("row", { name: new RegExp(`^Select row ${jobId} `) });
