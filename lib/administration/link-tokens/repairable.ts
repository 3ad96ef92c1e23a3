import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { madeOrganizationOf, standInOf } from "#lib/administration/linked-accounts/made-organization";
import { asOrganization } from "#lib/db/as-organization";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict, invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { linkTokenInput } from "./model.ts";

type Asked = Pick<
  z.infer<typeof linkTokenInput>,
  "linked_account_id" | "user_id" | "emr_types" | "organization" | "admin_email"
>;

/** Returns the account with this id that a client has linked, and the organization that it made for it; null: its own. */
async function linkedBy(tx: Transaction, clientId: string, id: string) {
  const read = () =>
    tx
      .select()
      .from(linkedAccount)
      .where(and(eq(linkedAccount.id, id), eq(linkedAccount.linkedBy, clientId)));
  const place = await madeOrganizationOf(tx, clientId, id);
  const [account] =
    place === null
      ? await read()
      : await asOrganization(tx, place, async () => ((await standInOf(tx, clientId)) ? read() : []));
  return account && { account, place };
}

/** Throws `invalid` for fields that say where an account would be. */
function refusePlace(asked: Asked): void {
  const named = (["organization", "admin_email"] as const).filter((field) => asked[field] !== undefined);
  const why = "must be left out for a repair, whose account stays where it is";
  if (named.length > 0) throw invalid(named.map((field) => problem(field, why)));
}

/**
 * Returns the account that a client asks to have repaired, and where it is. Throws `not_found` for one that this client did not link, `conflict` for one that has
 * ended, and `invalid` for fields that are of another account.
 */
export async function repairable(tx: Transaction, clientId: string, asked: Asked) {
  refusePlace(asked);
  const id = parseId(asked.linked_account_id ?? "");
  const found = id === null ? undefined : await linkedBy(tx, clientId, id);
  if (!found) throw notFoundBy("linked_account_id", "Linked account");
  const { account } = found;
  if (account.unlinkedAt) throw conflict("This account has ended: link its EMR anew, without linked_account_id");
  if (asked.user_id !== undefined && asked.user_id !== account.accessTokenReferenceId) {
    throw invalid(problem("user_id", "must be that of the account that is repaired, or be left out"));
  }
  if (asked.emr_types && !asked.emr_types.some((type) => type === account.emrType)) {
    throw invalid(problem("emr_types", `must name ${account.emrType}, the EMR of the account, or be left out`));
  }
  return found;
}
