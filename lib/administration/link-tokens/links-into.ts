import { asOrganization } from "#lib/db/as-organization";
import type { Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { Principal } from "#lib/kernel/principal";

/**
 * Returns a caller in the organization that gets the account: for the view of a platform client's link the clinic's, if it is there,
 * whose keys, apps, sign-ins and limits count; otherwise the caller's own.
 */
export const whereLinking = (principal: Principal): Principal => ({
  ...principal,
  organizationId: principal.embed?.linksInto ?? principal.organizationId,
});

/** Runs `work` in the caller's transaction with that organization as its tenant. */
export const asLinking = <Result>(
  tx: Transaction,
  { embed }: { embed?: Principal["embed"] | undefined },
  work: () => Promise<Result>,
): Promise<Result> => (embed?.linksInto ? asOrganization(tx, embed.linksInto, work) : work());

const NO_KEYS =
  "must be by a secret, a header or a sign-in for an organization of its own, whose keys are not there before it: its admin may change to them later";

/**
 * Throws `invalid` for a connection by the keys of an organization that is made with the link: the EMR must know them before, and an
 * abandoned link leaves none.
 */
export function assertKeysThere({ embed }: Principal, connection: Record<string, unknown> | null): void {
  const auth = connection?.auth as { kind?: unknown } | undefined;
  if (embed?.linksNew && auth?.kind === "smart_backend") throw invalid(problem("connection.auth.kind", NO_KEYS));
}
