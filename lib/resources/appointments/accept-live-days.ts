import type { Transaction } from "#lib/db/tenant";
import { requireActiveProvider } from "#lib/resources/providers/known-provider";

/** Accepts a live fetch of schedules. Throws `not_found` for an unknown provider, and `invalid` for one whose schedule is not synchronized. */
export async function acceptLiveDays({
  tx,
  tenant,
  input,
}: {
  tx: Transaction;
  tenant: { linkedAccountId: string };
  input: { provider_ehr_ids?: string[] | undefined };
}) {
  for (const ehrId of new Set(input.provider_ehr_ids))
    await requireActiveProvider(tx, tenant.linkedAccountId, "provider_ehr_ids", ehrId);
  return { identifiers: {}, patientMrn: null };
}
