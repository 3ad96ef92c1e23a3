import { and, eq, type SQL } from "drizzle-orm";
import { invalid, notFound } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import { provider } from "./table.ts";

type Params = Record<string, string>;
type Account = Pick<AccountTenant, "linkedAccountId">;

/** Returns the condition that a provider is the one that `id` of a path names. Throws `invalid` for a malformed id. */
export function byId({ linkedAccountId }: Account, params: Params): SQL | undefined {
  const id = parseId(params.id ?? "");
  if (!id) throw invalid(problem("id", "must be a valid UUID"));
  return and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.id, id));
}

/** Returns the condition that a provider is the one that `ehr_id` of a path names. Throws `not_found` for an id that none can have. */
export function byEhrId({ linkedAccountId }: Account, params: Params): SQL | undefined {
  const ehrId = params.ehr_id ?? "";
  if (!isStorable(ehrId)) throw notFound("Provider");
  return and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, ehrId));
}
