import { readTenant, readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import type { Tenant } from "#lib/kernel/principal";
import { countRepeatedRead } from "./metrics.ts";
import type { Replica } from "./replica.ts";
import { replicas } from "./replicas.ts";

/** Returns the replica that a read may ask; undefined if none is in use. */
export const replicaInUse = (): Replica | undefined => replicas().next();

/**
 * Reads in a tenant's transaction on a replica, under the same row-level security. The result may be older than what the
 * caller has seen, so the caller must compare it with the primary. Returns null if the read failed for whatever reason,
 * such as a conflict with what the replica replays: the caller then reads on the primary.
 */
export async function readOnReplica<Result>(
  replica: Replica,
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  { atOnce }: { atOnce: boolean },
): Promise<Result | null> {
  const take = (holder: string) => replica.take(holder);
  try {
    return await (atOnce ? readTenantAtOnce(tenant, work, take) : readTenant(tenant, work, take));
  } catch {
    countRepeatedRead("failed");
    return null;
  }
}
