import { become, type Transaction } from "./door.ts";

/**
 * Runs `work` in the caller's transaction with another organization as its tenant: for a link of a platform client, whose
 * account and organization are made in one piece with the link's end. Rows of both organizations are never visible at
 * once. If it throws, the transaction must be rolled back.
 */
export async function asOrganization<Result>(
  tx: Transaction,
  organizationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = become(tx, { organizationId, linkedAccountId: null });
  const result = await work();
  become(tx, own);
  return result;
}
