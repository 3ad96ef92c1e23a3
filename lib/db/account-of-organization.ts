import { become, type Transaction } from "./door.ts";

/**
 * Runs `work` in the caller's transaction with another linked account of the same organization as its tenant, for an
 * admin's change of an account that is not the one of the session. If it throws, the transaction must be rolled back.
 */
export async function asAccount<Result>(
  tx: Transaction,
  linkedAccountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = become(tx, { linkedAccountId });
  const result = await work();
  become(tx, own);
  return result;
}
