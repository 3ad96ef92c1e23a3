import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { firstClient } from "#lib/security/credentials/api-client";
import type { AccountEventType } from "./account-events.ts";
import { makeEnvelope } from "./make-envelope.ts";
import { type Audience, appendEvent, audienceOf, targetsOf } from "./publish.ts";

/**
 * Appends an event about the account, which has no job, in the caller's transaction. It goes to the console's inbox and
 * to the registered endpoints (by default all of the account), by the subscriptions of the organization's client.
 */
export async function publishAccountEvent(
  tx: Transaction,
  tenant: AccountTenant,
  type: AccountEventType,
  data: Record<string, unknown>,
  isFor: (endpoint: Audience["endpoints"][number]) => boolean = () => true,
): Promise<void> {
  const [[account], apiClientId] = await Promise.all([
    tx
      .select({ reference: linkedAccount.accessTokenReferenceId })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, tenant.linkedAccountId)),
    firstClient(tx),
  ]);
  if (!account) throw new Error("No such linked account");
  const addressed = { callbackUrls: [], callbacks: "added", apiClientId } as const;
  const audience = await audienceOf(tx, { tenant, job: addressed });
  await appendEvent(tx, tenant, {
    jobId: null,
    type,
    envelope: (id, created) =>
      makeEnvelope({ id, created, type, jobId: null, accessTokenReferenceId: account.reference, data }),
    targets: targetsOf({ ...audience, endpoints: audience.endpoints.filter(isFor) }, addressed, type),
  });
}
