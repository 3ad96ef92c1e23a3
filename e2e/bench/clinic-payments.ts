import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";

/** Sets the response time of the simulated EMR, in milliseconds. */
export async function setEmrLatency({ demo }: Product, latency_ms: number): Promise<void> {
  const answer = await fetch(`${demo.base_url}/sandbox/behavior`, {
    method: "PATCH",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ latency_ms }),
  });
  if (answer.status !== 200) throw new Error(`The EMR's behavior could not be set (${answer.status})`);
}

/** Posts payments that are valid for the demo's first account. */
export interface Payments {
  headers: Record<string, string>;
  /** Returns the body of a payment with this reference and these callback URLs. */
  body(reference: string, callbackUrls: string[]): string;
  /** Posts a payment and waits for the answer. Throws unless it is a 202. */
  post(reference: string, callbackUrls: string[]): Promise<void>;
}

export async function clinicPayments({ demo }: Product): Promise<Payments> {
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  const read = async (path: string) => (await fetch(`${demo.base_url}${path}`, { headers })).json();
  const [patient] = (await read("/patients?limit=1")).patients;
  const [location] = (await read("/locations?limit=1")).locations;
  const payment = { patient_mrn: patient.mrn, payment_method: "Cash", location: location.emr_id, amount: 12.5 };
  const payments: Payments = {
    headers,
    body: (reference_number, callback_urls) => JSON.stringify({ ...payment, reference_number, callback_urls }),
    async post(reference, callbackUrls) {
      const body = payments.body(reference, callbackUrls);
      const answer = await fetch(`${demo.base_url}/payments`, { method: "POST", headers, body });
      if (answer.status !== 202) throw new Error(`A payment was answered ${answer.status}`);
      await answer.arrayBuffer();
    },
  };
  return payments;
}
