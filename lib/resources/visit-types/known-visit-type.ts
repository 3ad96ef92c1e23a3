import { asc, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { unknownValue } from "#lib/definitions/known-value";
import { invalid } from "#lib/kernel/domain-error";
import { visitType } from "./table.ts";

/**
 * Returns the visit type with this id or name, whatever the name's case; an id comes before another type's name. Throws `invalid`
 * with the valid names if the account has none (decisions §4).
 */
export async function requireVisitType(tx: Transaction, linkedAccountId: string, field: string, given: string) {
  const { id, name, duration } = visitType;
  const all = await tx
    .select({ id, name, duration })
    .from(visitType)
    .where(eq(visitType.linkedAccountId, linkedAccountId))
    .orderBy(asc(name));
  const found =
    all.find((type) => type.id === given) ?? all.find((type) => type.name.toLowerCase() === given.toLowerCase());
  if (found) return found;
  const names = all.map((type) => type.name);
  throw invalid(unknownValue(field, given, names, "visit types") ?? []);
}
