import { and, eq, isNull, ne, or } from "drizzle-orm";
import { proberOf } from "#lib/administration/linked-accounts/kept-probe";
import { emrAuthorization } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { AccountTenant, Principal } from "#lib/kernel/principal";

type Connection = Record<string, unknown> | null;

const NONE = "0".repeat(32);

/** Returns the authorization that a connection names; null if its EMR is not one at which people sign in. */
function namedIn(connection: Connection): string | null {
  const auth = connection?.auth as { kind?: unknown; authorization_id?: unknown } | undefined;
  return auth?.kind === "smart_app" ? (parseId(String(auth.authorization_id)) ?? NONE) : null;
}

const refused = () =>
  invalid(
    problem(
      "connection.auth.authorization_id",
      "must be that of your own sign-in at this EMR within the last day: sign in there again",
    ),
  );

/** Those that somebody may use: their own that no account uses, and that of the account whose connection they replace. */
const usable = (principal: Principal, id: string, accountId: string | null) =>
  and(
    eq(emrAuthorization.organizationId, principal.organizationId),
    eq(emrAuthorization.id, id),
    or(
      and(eq(emrAuthorization.begunBy, proberOf(principal)), isNull(emrAuthorization.linkedAccountId)),
      accountId === null ? undefined : eq(emrAuthorization.linkedAccountId, accountId),
    ),
  );

/** Throws `invalid` for a connection that names an authorization which is not the caller's to use. */
export async function assertOwnAuthorization(
  principal: Principal,
  connection: Connection,
  accountId: string | null,
): Promise<void> {
  const id = namedIn(connection);
  if (id === null) return;
  const { organizationId } = principal;
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: emrAuthorization.id })
      .from(emrAuthorization)
      .where(usable(principal, id, accountId)),
  );
  if (rows.length === 0) throw refused();
}

/** An authorization that was taken out of one organization, to be brought into another one. */
export type Carried = typeof emrAuthorization.$inferSelect | null;

/** Takes the authorization that a connection names out of the caller's organization; null if it names none. Throws `invalid` as above. */
export async function carryOut(tx: Transaction, principal: Principal, connection: Connection): Promise<Carried> {
  const id = namedIn(connection);
  if (id === null) return null;
  const [taken] = await tx
    .delete(emrAuthorization)
    .where(usable(principal, id, null))
    .returning();
  if (!taken) throw refused();
  return taken;
}

/** Brings it into an organization that was made with its account, in a transaction that has it as its tenant. */
export async function bringIn(
  tx: Transaction,
  carried: Carried,
  { organizationId, linkedAccountId }: AccountTenant,
): Promise<{ authorized_by?: string }> {
  if (carried === null) return {};
  await tx.insert(emrAuthorization).values({ ...carried, organizationId, linkedAccountId });
  return carried.fhirUser === null ? {} : { authorized_by: carried.fhirUser };
}

/**
 * Gives an authorization to the account whose connection names it, and forgets those that the account used before. Returns the
 * person who signed in at the EMR, for the audit log. Throws `invalid` if another account has it by now.
 */
export async function takeAuthorization(
  tx: Transaction,
  principal: Principal,
  connection: Connection,
  accountId: string,
): Promise<{ authorized_by?: string }> {
  const id = namedIn(connection);
  await tx
    .delete(emrAuthorization)
    .where(and(eq(emrAuthorization.linkedAccountId, accountId), ne(emrAuthorization.id, id ?? NONE)));
  if (id === null) return {};
  const [taken] = await tx
    .update(emrAuthorization)
    .set({ linkedAccountId: accountId })
    .where(usable(principal, id, accountId))
    .returning({ fhirUser: emrAuthorization.fhirUser });
  if (!taken) throw refused();
  return taken.fhirUser === null ? {} : { authorized_by: taken.fhirUser };
}
