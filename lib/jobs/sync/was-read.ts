import { and, inArray, isNull } from "drizzle-orm";
import { readTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { referral } from "#lib/resources/referrals/table";

/** Returns whether one of these referrals, by the EMR's ids, was read from the account's EMR by a sync. */
export const wasRead = async (tenant: AccountTenant, ehrIds: readonly string[]): Promise<boolean> => {
  if (ehrIds.length === 0) return false;
  const found = await readTenant(tenant, (tx) =>
    tx
      .select({ id: referral.id })
      .from(referral)
      .where(and(inArray(referral.ehrId, [...ehrIds]), isNull(referral.jobId)))
      .limit(1),
  );
  return found.length > 0;
};
