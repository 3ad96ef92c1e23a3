import type { DemoFile } from "#lib/launcher/demo-file";
import type { AnyBody } from "#lib/testing/any-body";
import { apiHeaders } from "./credentials.ts";

/**
 * Calls the API as a clinic's back end: the first account's, unless another token is given. Throws if the answer is not
 * a success.
 */
export type ClinicClient = (method: string, path: string, body?: object) => Promise<AnyBody>;

export function clinicClient(demo: DemoFile, credentials: { access_token?: string } = {}): ClinicClient {
  const headers = { ...apiHeaders(demo), ...credentials, "content-type": "application/json" };
  return async (method, path, body) => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.json();
  };
}

/** Returns a payment that can be posted repeatedly. */
export async function somePayment(client: ClinicClient): Promise<object> {
  const [patient] = (await client("GET", "/patients?limit=1")).patients;
  const [location] = (await client("GET", "/locations?limit=1")).locations;
  return {
    patient_mrn: patient.mrn,
    payment_method: "Cash",
    reference_number: "AGAIN",
    location: location.emr_id,
    amount: 12.5,
  };
}
