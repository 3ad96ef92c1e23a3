import { and, eq, gte, inArray } from "drizzle-orm";
import { job, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { connectEmr } from "#lib/emr/connect";
import type { EmrConnection } from "#lib/emr/port";
import { storeAppointments } from "./appointments.ts";
import { storeRecalls, storeReferrals } from "./care.ts";
import { replaceClaims } from "./claims.ts";
import { fetchDocuments, storeKnownDocuments } from "./documents.ts";
import { readOrgSettings, storeOrgSettings } from "./org-settings.ts";
import { storePatients } from "./records.ts";
import type { AccountTenant } from "./replace-rows.ts";

/** An EMR that has not given everything by then is taken to be out. */
const EMR_DEADLINE_MS = 60_000;

/** Storing all of an account's records, and waiting for another sync that does, may take so long per statement. */
const LONGEST_STATEMENT_MS = 120_000;

/** Jobs that write records which a sync writes too. */
const WRITE_SYNCED_RECORDS = [
  "appointments:update",
  "claims:fetch",
  "recall-actions:create",
  "referrals:create",
  "referrals:update",
  "schedule_sync",
];

/** How often the EMR is read anew when a job overtook the sync; after that the next sync sets right what is left. */
const MOST_READINGS = 3;

/** A job has stored something newer than what this sync has read. */
class Overtaken extends Error {}

async function readEmr(emr: EmrConnection) {
  const signal = AbortSignal.timeout(EMR_DEADLINE_MS);
  const [orgSettings, patients, appointments, claims, referrals, recalls, documents] = await Promise.all([
    readOrgSettings(emr, signal),
    emr.listPatients(signal),
    emr.listAppointments({}, signal),
    emr.listClaims({}, signal),
    emr.listReferrals(signal),
    emr.listRecalls(signal),
    emr.listDocuments(signal),
  ]);
  return { orgSettings, patients, appointments, claims, referrals, recalls, documents };
}

async function wasOvertaken(tx: Transaction, { linkedAccountId }: AccountTenant, since: Date): Promise<boolean> {
  const [done] = await tx
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        eq(job.status, "completed"),
        inArray(job.type, WRITE_SYNCED_RECORDS),
        gte(job.finishedAt, since),
      ),
    )
    .limit(1);
  return done !== undefined;
}

/**
 * Brings an account's synchronized records and settings to what its EMR holds now. All of it is read first, then
 * stored in one transaction, so that readers see the state before or after it; the content of documents that are new or
 * changed follows in batches. Throws an EmrError where the EMR did not answer: before the transaction nothing has
 * changed, and of documents what came before it stands.
 */
export async function syncAccount(account: { organizationId: string; linkedAccountId: string }): Promise<void> {
  const { organizationId, linkedAccountId } = account;
  const tenant = { organizationId, linkedAccountId };
  const emrType = await readTenant(tenant, async (tx) => {
    const [found] = await tx
      .select({ emrType: linkedAccount.emrType })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId));
    if (!found) throw new Error("No such linked account");
    return found.emrType;
  });
  const emr = connectEmr({ id: linkedAccountId, emrType });

  const readAndStore = async (isLast: boolean) => {
    const since = new Date();
    const read = await readEmr(emr);
    const store = async (tx: Transaction) => {
      // First, as it makes a second sync of the account wait for this one's end.
      await storeOrgSettings(tx, tenant, read.orgSettings, { emrType, capabilities: emr.capabilities });
      await storePatients(tx, tenant, read.patients);
      await storeAppointments(tx, tenant, read.appointments);
      await replaceClaims(tx, tenant, read.claims);
      await storeReferrals(tx, tenant, read.referrals);
      await storeRecalls(tx, tenant, read.recalls);
      const unread = await storeKnownDocuments(tx, tenant, read.documents);
      // Last: what a job changes from here on waits for our rows or comes after them, and wins either way.
      if (!isLast && (await wasOvertaken(tx, tenant, since))) throw new Overtaken();
      return unread;
    };
    return withTenant(tenant, store, { longestMs: LONGEST_STATEMENT_MS });
  };

  for (let reading = 1; ; reading++) {
    try {
      const unread = await readAndStore(reading === MOST_READINGS);
      return await fetchDocuments(tenant, emr, unread);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}
