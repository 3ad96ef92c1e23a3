import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";

/** Where requests for one account go, and the headers of its credentials. */
export interface Api {
  baseUrl: string;
  headers: Record<string, string>;
}

/** Returns the API of the demo's first account. */
export const demoApi = ({ demo }: Product): Api => ({ baseUrl: demo.base_url, headers: apiHeaders(demo) });

/** Sets the response time of the simulated EMR, in milliseconds. */
export async function setEmrLatency({ baseUrl, headers }: Api, latency_ms: number): Promise<void> {
  const answer = await fetch(`${baseUrl}/sandbox/behavior`, {
    method: "PATCH",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ latency_ms }),
  });
  if (answer.status !== 200) throw new Error(`The EMR's behavior could not be set (${answer.status})`);
}

/** Posts payments that are valid for an account. */
export interface Payments {
  headers: Record<string, string>;
  /** Returns the body of a payment with this reference and these callback URLs. */
  body(reference: string, callbackUrls: string[]): string;
  /** Posts a payment and waits for the answer. Throws unless it is a 202. */
  post(reference: string, callbackUrls: string[]): Promise<void>;
}

/** Returns payments for the account's first patient and location. */
export async function clinicPayments(api: Api): Promise<Payments> {
  const headers = { ...api.headers, "content-type": "application/json" };
  const read = async (path: string) => (await fetch(`${api.baseUrl}${path}`, { headers })).json();
  const [patient] = (await read("/patients?limit=1")).patients;
  const [location] = (await read("/locations?limit=1")).locations;
  const payment = { patient_mrn: patient.mrn, payment_method: "Cash", location: location.emr_id, amount: 12.5 };
  const payments: Payments = {
    headers,
    body: (reference_number, callback_urls) => JSON.stringify({ ...payment, reference_number, callback_urls }),
    async post(reference, callbackUrls) {
      const body = payments.body(reference, callbackUrls);
      const answer = await fetch(`${api.baseUrl}/payments`, { method: "POST", headers, body });
      if (answer.status !== 202) throw new Error(`A payment was answered ${answer.status}`);
      await answer.arrayBuffer();
    },
  };
  return payments;
}
