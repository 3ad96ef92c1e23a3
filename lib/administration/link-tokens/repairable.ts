import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict, invalid, notFoundBy } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { linkTokenInput } from "./model.ts";

type Asked = Pick<z.infer<typeof linkTokenInput>, "linked_account_id" | "user_id" | "emr_types">;

/**
 * Returns the account that a client asks to have repaired. Throws 404 for one that this client did not link, 409 for one that has
 * ended, and 400 for fields that are of another account.
 */
export async function repairable(tx: Transaction, clientId: string, asked: Asked) {
  const id = parseId(asked.linked_account_id ?? "");
  const [account] = id
    ? await tx
        .select()
        .from(linkedAccount)
        .where(and(eq(linkedAccount.id, id), eq(linkedAccount.linkedBy, clientId)))
    : [];
  if (!account) throw notFoundBy("linked_account_id", "Linked account");
  if (account.unlinkedAt) throw conflict("This account has ended: link its EMR anew, without linked_account_id");
  if (asked.user_id !== undefined && asked.user_id !== account.accessTokenReferenceId) {
    throw invalid(problem("user_id", "must be that of the account that is repaired, or be left out"));
  }
  if (asked.emr_types && !asked.emr_types.some((type) => type === account.emrType)) {
    throw invalid(problem("emr_types", `must name ${account.emrType}, the EMR of the account, or be left out`));
  }
  return account;
}
