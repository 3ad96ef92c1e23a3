import type { Transaction } from "#lib/db/tenant";
import { type Problem, problem } from "#lib/kernel/field-error";
import { accountSettings } from "#lib/resources/settings/account-settings";

export interface Payer {
  payerId: string | null;
  payerName: string;
}

/** How a request names a payer: exactly one of both. */
export interface NamedPayer {
  payer_id?: string | undefined;
  payer_name?: string | undefined;
}

/**
 * Returns the payer that a request names: by id one that the EMR lists, by name any, with its id if the EMR lists one of this
 * name. Returns what to say of an id that it does not list.
 */
export async function payerOf(
  tx: Transaction,
  linkedAccountId: string,
  { payer_id: id, payer_name: name }: NamedPayer,
): Promise<Payer | { problem: Problem }> {
  const listed = (await accountSettings(tx, linkedAccountId))?.insurance_companies ?? [];
  const found = listed.find((each) =>
    id === undefined ? each.name.toLowerCase() === name?.toLowerCase() : each.id === id,
  );
  if (found) return { payerId: found.id, payerName: found.name };
  if (id === undefined) return { payerId: null, payerName: name ?? "" };
  const message = `must be one of the account's insurance companies: ${listed.map((each) => each.id).join(", ")}`;
  return { problem: problem("payer_id", message, `payer_id ${message}`) };
}
