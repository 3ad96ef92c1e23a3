import { endpoint } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { acceptPayment } from "#lib/resources/payments/create/accept";
import { createPayment } from "#lib/resources/payments/create/definition";
import type { OrganizationCredentials, PlannedOrganization } from "./organization.ts";

const post = endpoint(operation(createPayment, acceptPayment));

/**
 * Posts the demo's payment that its EMR refuses through the route of `/v1`, with the integration's credentials, and makes
 * the attempt at its job, which the runner would make after the start: every demo begins with the same failed job.
 */
export async function postRefusedPayment(
  { id: organizationId, demo: { refusedPayment }, accounts }: PlannedOrganization,
  { client_id, client_secret, accounts: [made] }: OrganizationCredentials,
): Promise<void> {
  const linkedAccountId = accounts[0]?.id;
  if (!refusedPayment || !linkedAccountId || !made) return;
  const { method, path } = createPayment;
  const headers = { client_id, client_secret, access_token: made.access_token, "content-type": "application/json" };
  const body = JSON.stringify(refusedPayment);
  const answer = await post(new Request(`http://127.0.0.1/v1${path}`, { method, headers, body }), {
    params: Promise.resolve(undefined),
  });
  const { job_id: jobId, message } = (await answer.json()) as { job_id?: number; message: string };
  if (jobId === undefined) throw new Error(`The demo's payment was not accepted: ${message}`);
  await runJob({ jobId, organizationId, linkedAccountId }, new AbortController().signal);
}
