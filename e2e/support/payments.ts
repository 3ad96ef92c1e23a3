import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./api.ts";
import { apiHeaders } from "./credentials.ts";
import { expect } from "./test.ts";

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
