import { eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { connectEmr } from "#lib/emr/connect";
import type { EmrConnection } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { storeAppointments } from "#lib/resources/appointments/sync";
import { replaceClaims } from "#lib/resources/claims/sync";
import { fetchDocuments, storeKnownDocuments } from "#lib/resources/documents/sync";
import { storePatients } from "#lib/resources/patients/sync";
import { storeRecalls } from "#lib/resources/recalls/sync";
import { storeReferrals } from "#lib/resources/referrals/sync";
import { readOrgSettings, storeOrgSettings } from "#lib/resources/settings/sync";

/** An EMR that has not given everything by then is taken to be out. */
const EMR_DEADLINE_MS = 60_000;

/** Storing all of an account's records, and waiting for another sync that does, may take so long per statement. */
const MAX_STATEMENT_MS = 120_000;

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

/**
 * Brings an account's synchronized records and settings to what its EMR holds now. All of it is read first, then
 * stored in one transaction, so that readers see the state before or after it, but for records that changed after the reading
 * began: those are left as they are. The content of documents that are new or
 * changed follows in batches. Throws an EmrError where the EMR did not answer: before the transaction nothing has
 * changed, and of documents what came before it stands.
 */
export async function syncAccount(account: AccountTenant): Promise<void> {
  const { organizationId, linkedAccountId } = account;
  const tenant = { organizationId, linkedAccountId };
  const { emrType, asOf } = await withTenant(tenant, async (tx) => {
    // Before the EMR is asked: what changes from here on is newer than what is read.
    const [place, [found]] = await Promise.all([
      drawAsOf(tx),
      tx.select({ emrType: linkedAccount.emrType }).from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId)),
    ]);
    if (!found) throw new Error("No such linked account");
    return { ...found, asOf: place };
  });
  const emr = connectEmr({ id: linkedAccountId, emrType });
  const read = { ...(await readEmr(emr)), asOf };
  const store = async (tx: Transaction) => {
    // First, as it makes a second sync of the account wait for this one's end.
    await storeOrgSettings(tx, tenant, read, { emrType, capabilities: emr.capabilities });
    await storePatients(tx, tenant, read.patients);
    await storeAppointments(tx, tenant, read);
    await replaceClaims(tx, tenant, read);
    await storeReferrals(tx, tenant, read);
    await storeRecalls(tx, tenant, read);
    return storeKnownDocuments(tx, tenant, read.documents);
  };
  const unread = await withTenant(tenant, store, { longestMs: MAX_STATEMENT_MS });
  await fetchDocuments(tenant, emr, unread);
}
