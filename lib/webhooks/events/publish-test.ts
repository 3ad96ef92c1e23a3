import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { makeEnvelope } from "./make-envelope.ts";
import { appendEvent } from "./publish.ts";
import { TEST_EVENT } from "./types.ts";

/**
 * Appends a test event for one endpoint alone, in the caller's transaction, and returns its id. The event has
 * no job, and always its own type, whatever its `data`.
 * It is sent even if the endpoint is disabled, because a test shows whether to enable it.
 */
export async function publishTest(
  tx: Transaction,
  tenant: AccountTenant,
  endpoint: { id: string; url: string },
  data: Record<string, unknown> = { webhook_endpoint_id: endpoint.id },
): Promise<string> {
  const [account] = await tx
    .select({ reference: linkedAccount.accessTokenReferenceId })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, tenant.linkedAccountId));
  if (!account) throw new Error("No such linked account");
  const { eventId } = await appendEvent(tx, tenant, {
    jobId: null,
    type: TEST_EVENT,
    envelope: (id, created) =>
      makeEnvelope({
        id,
        created,
        type: TEST_EVENT,
        jobId: null,
        accessTokenReferenceId: account.reference,
        data,
      }),
    targets: [{ kind: "endpoint", url: endpoint.url, endpointId: endpoint.id, apiClientId: null }],
    hold: false,
  });
  return eventId;
}
