import type { DemoFile } from "#lib/launcher/demo-file";
import { apiHeaders } from "./credentials.ts";

async function ask(demo: DemoFile, path: string, body?: object) {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method: body ? "POST" : "GET",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/**
 * Posts payments with a method that no EMR has, so that each job fails at once. A test that counts a patient's jobs takes
 * a `place` in the list of patients that no other test takes. Returns the job ids and the patient's MRN.
 */
export async function failingPayments(
  demo: DemoFile,
  count: number,
  place = 0,
): Promise<{ jobIds: number[]; mrn: string }> {
  const patient = (await ask(demo, `/patients?limit=${place + 1}`)).patients[place];
  const [location] = (await ask(demo, "/locations?limit=1")).locations;
  const jobIds: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { job_id } = await ask(demo, "/payments", {
      patient_mrn: patient.mrn,
      payment_method: "Barter",
      reference_number: `AGAIN-${crypto.randomUUID().slice(0, 8)}`,
      location: location.emr_id,
      amount: number,
    });
    jobIds.push(job_id);
  }
  return { jobIds, mrn: patient.mrn };
}
