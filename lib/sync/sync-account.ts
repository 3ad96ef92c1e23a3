import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { connectEmr } from "#lib/emr/connect";
import { storeAppointments } from "./appointments.ts";
import { readOrgSettings, storeOrgSettings } from "./org-settings.ts";
import { storePatients } from "./records.ts";

/** An EMR that has not given everything by then is taken to be out. */
const EMR_DEADLINE_MS = 60_000;

/**
 * Brings an account's synchronized records and settings to what its EMR holds now. All of it is read first, then
 * stored in one transaction, so that readers see the state before or after it. Throws an EmrError where the EMR
 * did not answer; then nothing has changed.
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
  const signal = AbortSignal.timeout(EMR_DEADLINE_MS);
  const [orgSettings, patients, appointments] = await Promise.all([
    readOrgSettings(emr, signal),
    emr.listPatients(signal),
    emr.listAppointments({}, signal),
  ]);

  await withTenant(tenant, async (tx) => {
    // First, as it makes a second sync of the account wait for this one's end.
    await storeOrgSettings(tx, tenant, orgSettings, { emrType, capabilities: emr.capabilities });
    await storePatients(tx, tenant, patients);
    await storeAppointments(tx, tenant, appointments);
  });
}
