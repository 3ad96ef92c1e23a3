import { asTenant, type Transaction } from "./door.ts";

/**
 * Runs `work` in the caller's transaction with another organization as its tenant: for a link of a platform client, whose
 * account and organization are made in one piece with the link's end. Rows of both organizations are never visible at
 * once.
 */
export const asOrganization = <Result>(
  tx: Transaction,
  organizationId: string,
  work: () => Promise<Result>,
): Promise<Result> => asTenant(tx, { organizationId, linkedAccountId: null }, work);
