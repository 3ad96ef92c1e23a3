import { sql } from "drizzle-orm";
import { sendIn, type Transaction } from "./door.ts";

const ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/;

/**
 * Runs `work` in the caller's transaction with another linked account of the same organization as its tenant, for an
 * admin's change of an account that is not the one of the session. If it throws, the transaction must be rolled back.
 */
export async function asAccount<Result>(
  tx: Transaction,
  linkedAccountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // The id becomes part of the text: SET takes no parameters.
  if (!ID.test(linkedAccountId)) throw new Error("An account's id must be a UUID");
  const { rows } = await tx.execute<{ own: string }>(sql`SELECT current_setting('app.linked_account_id') AS own`);
  const own = rows[0]?.own ?? "";
  const become = (id: string) => sendIn(tx, { text: `SET LOCAL app.linked_account_id = '${id}'` });
  await become(linkedAccountId);
  const result = await work();
  await become(own);
  return result;
}
