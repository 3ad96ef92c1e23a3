import { apiHeaders } from "./credentials.ts";
import type { Product } from "./product.ts";
import { expect } from "./test.ts";

/** Longer than the grace period of running jobs at shutdown. */
export const EMR_LATENCY_MS = 6_000;

/** Returns whether the product answers that it is ready. */
export async function isReady({ demo }: Product): Promise<boolean> {
  return (await fetch(`${demo.console_url}/api/ready`)).status === 200;
}

/** Sets the latency of the first account's EMR. */
export async function setLatency({ demo }: Product, latency_ms: number): Promise<void> {
  const answer = await fetch(`${demo.base_url}/sandbox/behavior`, {
    method: "PATCH",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ latency_ms }),
  });
  expect(answer.status).toBe(200);
}

/** Posts a payment. Returns the id of its job. */
export async function pay({ demo }: Product, number: number): Promise<number> {
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  const first = async (list: string) =>
    (await (await fetch(`${demo.base_url}/${list}?limit=1`, { headers })).json())[list][0];
  const [patient, location] = await Promise.all([first("patients"), first("locations")]);
  const body = { patient_mrn: patient.mrn, payment_method: "Cash", location: location.emr_id, amount: 5 };
  const answer = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...body, reference_number: `STOP-${number}` }),
  });
  expect(answer.status).toBe(202);
  return (await answer.json()).job_id;
}

/** Returns the ids of the jobs with this status. */
export const jobsIn = async ({ demo }: Product, status: string): Promise<number[]> => {
  const answer = await fetch(`${demo.base_url}/jobs?status=${status}&limit=500`, { headers: apiHeaders(demo) });
  return (await answer.json()).jobs.map(({ job_id }: { job_id: number }) => job_id);
};
