import { sql } from "drizzle-orm";
import { bindTo, sendIn, type Transaction } from "./door.ts";

const ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/;

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
  // The ids become part of the text: SET takes no parameters.
  if (!ID.test(organizationId)) throw new Error("An organization's id must be a UUID");
  const { rows } = await tx.execute<{ own: string }>(sql`SELECT current_setting('app.linked_account_id') AS own`);
  const become = async (organization: string, account: string) => {
    const before = bindTo(tx, organization);
    await sendIn(tx, {
      text: `SET LOCAL app.organization_id = '${organization}'; SET LOCAL app.linked_account_id = '${account}'`,
    });
    return before;
  };
  const own = await become(organizationId, "");
  const result = await work();
  await become(own, rows[0]?.own ?? "");
  return result;
}
