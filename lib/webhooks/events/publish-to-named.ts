import { eq } from "drizzle-orm";
import { event, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { newTrace } from "#lib/kernel/tracing";
import { firstClient } from "#lib/security/credentials/api-client";
import { newDeliveries } from "#lib/webhooks/deliveries/write";
import { makeEnvelope } from "./make-envelope.ts";
import { audienceOf, type NewEvent, targetsOf } from "./publish.ts";

/** An event that may have its id and its time from what it tells of; otherwise it is of now. */
export type NamedEvent = NewEvent & { id?: string; created?: Date };

const ADDRESSED = { callbackUrls: [], callbacks: "added", apiClientId: null } as const;

/**
 * Appends events about the account that go only where their types are named, in the caller's transaction and in a few
 * statements for all of them. Events that nobody named are not kept, and the console's inbox gets none: thousands may be
 * found at once.
 */
export async function publishToNamed(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  events: readonly NamedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const tenant = { organizationId, linkedAccountId };
  const addressed = { ...ADDRESSED, apiClientId: await firstClient(tx) };
  const audience = await audienceOf(tx, { tenant, job: addressed });
  const namedBy = new Map(
    [...new Set(events.map(({ type }) => type))].map((type) => [
      type,
      targetsOf(audience, addressed, type).filter(({ kind }) => kind === "endpoint"),
    ]),
  );
  const wanted = events.filter(({ type }) => (namedBy.get(type) ?? []).length > 0);
  if (wanted.length === 0) return;
  const [account] = await tx
    .select({ reference: linkedAccount.accessTokenReferenceId })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  if (!account) throw new Error("No such linked account");
  const trace = newTrace();
  const now = present();
  const rows = wanted.map(({ type, data, created = now, id = newId(created.getTime()) }) => {
    const envelope = makeEnvelope({
      id,
      created,
      type,
      jobId: null,
      accessTokenReferenceId: account.reference,
      data,
    });
    return { id, ...tenant, jobId: null, type, envelope, createdAt: created };
  });
  await sendWrites(
    tx,
    rows.map((row) => insertInto(event, row)),
  );
  for (const [type, targets] of namedBy) {
    const ids = rows.filter((row) => row.type === type).map(({ id }) => ({ id, trace }));
    if (ids.length === 0) continue;
    const { writes } = await newDeliveries(tx, tenant, ids, targets);
    await sendWrites(tx, writes);
  }
}
