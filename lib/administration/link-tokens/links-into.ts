import { asOrganization } from "#lib/db/as-organization";
import type { Transaction } from "#lib/db/tenant";
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
