import { eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import type { EmrConnection, SyncKind } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import type { AccountTenant } from "#lib/kernel/principal";
import { storeAppointments } from "#lib/resources/appointments/sync";
import { replaceClaims } from "#lib/resources/claims/sync";
import { fetchDocuments, storeKnownDocuments } from "#lib/resources/documents/sync";
import { storePatients } from "#lib/resources/patients/sync";
import { storeRecalls } from "#lib/resources/recalls/sync";
import { storeReferrals } from "#lib/resources/referrals/sync";
import { readOrgSettings, storeOrgSettings } from "#lib/resources/settings/sync";

/** Deadline for reading all data from the EMR; exceeding it counts as an outage. */
const EMR_DEADLINE_MS = 60_000;

/** Statement timeout for storing all of an account's records, which may wait for another sync of the account. */
const MAX_STATEMENT_MS = 120_000;

async function readEmr(emr: EmrConnection) {
  const signal = AbortSignal.timeout(EMR_DEADLINE_MS);
  const read = async <Kind extends SyncKind>(kind: Kind) => (await readAll(emr, kind, signal)).records;
  const [orgSettings, patients, appointments, claims, referrals, recalls, documents] = await Promise.all([
    readOrgSettings(emr, signal),
    read("patients"),
    read("appointments"),
    read("claims"),
    read("referrals"),
    read("recalls"),
    read("documents"),
  ]);
  return { orgSettings, patients, appointments, claims, referrals, recalls, documents };
}

/**
 * Synchronizes an account's records and settings from its EMR. Everything is read first and stored in one transaction,
 * so that readers see the state before or after it; records that changed after reading began are left as they are. The
 * content of new or changed documents follows in batches. Throws an EmrError if the EMR did not answer: before the
 * transaction nothing has changed; after it, document content already stored remains.
 */
export async function syncAccount(account: AccountTenant): Promise<void> {
  const { organizationId, linkedAccountId } = account;
  const tenant = { organizationId, linkedAccountId };
  const { account: row, asOf } = await withTenant(tenant, async (tx) => {
    // Read before the EMR is: any later change is newer than the EMR's data.
    const [place, [found]] = await Promise.all([
      drawAsOf(tx),
      tx.select(emrColumns).from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId)),
    ]);
    if (!found) throw new Error("No such linked account");
    return { account: found, asOf: place };
  });
  const emr = await openEmr(row, "sync");
  const read = { ...(await readEmr(emr)), asOf };
  const store = async (tx: Transaction) => {
    // First, so that a concurrent sync of the account waits here until this one ends.
    await storeOrgSettings(tx, tenant, read, { emrType: row.emrType, capabilities: emr.capabilities });
    await storePatients(tx, tenant, read.patients);
    await storeAppointments(tx, tenant, read);
    await replaceClaims(tx, tenant, read);
    await storeReferrals(tx, tenant, read);
    await storeRecalls(tx, tenant, read);
    return storeKnownDocuments(tx, tenant, read.documents);
  };
  const unread = await withTenant(tenant, store, { maxMs: MAX_STATEMENT_MS });
  await fetchDocuments(tenant, emr, unread);
}
