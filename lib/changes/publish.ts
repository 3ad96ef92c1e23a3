import { createHash } from "node:crypto";
import type { recordChange } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { lowestIdAt } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { publishToNamed } from "#lib/webhooks/events/publish-to-named";
import { type ChangeKind, EVENT_OF } from "./kinds.ts";

/** What an event tells of an entry in an account's feed. */
export type Entry = Pick<
  typeof recordChange.$inferInsert,
  "position" | "change" | "recordId" | "ehrId" | "patientMrn" | "updatedFields" | "record"
> & { kind: ChangeKind; at: Date };

/**
 * Returns the id of the event of a position in an account's feed: always the same one, so that it is written once. Like `newId` it is a
 * UUID version 7, and ids of one account sort as their positions do.
 */
export function eventIdOf(linkedAccountId: string, { position, at }: Pick<Entry, "position" | "at">): string {
  const place = position.toString(16).padStart(11, "0");
  const account = createHash("sha256").update(linkedAccountId).digest("hex").slice(0, 7);
  return `${lowestIdAt(at).slice(0, 12)}7${place.slice(0, 3)}8${place.slice(3)}${account}`;
}

/** Publishes changes that were found in the EMR to those who named their events, in the caller's transaction. */
export const publishChanges = (tx: Transaction, tenant: AccountTenant, entries: readonly Entry[]): Promise<void> =>
  publishToNamed(
    tx,
    tenant,
    entries.map(({ kind, change, recordId, ehrId, patientMrn, updatedFields, record, ...entry }) => ({
      id: eventIdOf(tenant.linkedAccountId, entry),
      created: entry.at,
      type: EVENT_OF[kind],
      data: {
        change,
        id: recordId,
        ehr_id: ehrId,
        patient_mrn: patientMrn,
        updated_fields: updatedFields,
        record,
      },
    })),
  );
