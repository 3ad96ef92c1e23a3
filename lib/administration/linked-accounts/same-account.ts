import { within } from "#lib/egress/within";
import { connectorOf } from "#lib/emr/connect";
import { leadsElsewhere } from "#lib/emr/origin";
import { EmrError } from "#lib/emr/port/port";
import { wasRead } from "#lib/jobs/sync/was-read";
import type { AccountTenant } from "#lib/kernel/principal";
import { inProbePlace } from "./probe-limit.ts";

type Connection = Record<string, unknown>;

const READ_MS = 10_000;

/**
 * Returns whether a connection leads to the same account as the former one, with another access token of it: the EMR then
 * shows a record, by an id that it makes itself, which was read before. Without such a record it counts as another account.
 */
export async function isSameAccount(
  tenant: AccountTenant,
  emrType: string,
  connection: Connection,
  former: Connection | null,
): Promise<boolean> {
  const { readOwnIds } = connectorOf(emrType);
  if (!readOwnIds || !former || leadsElsewhere({ ...connection, access_token: former.access_token }, former)) {
    return false;
  }
  const ids = await inProbePlace(tenant.organizationId, async () => {
    const signal = AbortSignal.timeout(READ_MS);
    try {
      return await within(signal, readOwnIds(connection, signal));
    } catch (error) {
      if (error instanceof EmrError || signal.aborted) return [];
      throw error;
    }
  });
  return wasRead(tenant, ids);
}
