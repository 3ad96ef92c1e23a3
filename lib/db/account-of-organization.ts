import { asTenant, type Transaction } from "./door.ts";

/**
 * Runs `work` in the caller's transaction with another linked account of the same organization as its tenant, for an
 * admin's change of an account that is not the one of the session.
 */
export const asAccount = <Result>(
  tx: Transaction,
  linkedAccountId: string,
  work: () => Promise<Result>,
): Promise<Result> => asTenant(tx, { linkedAccountId }, work);
