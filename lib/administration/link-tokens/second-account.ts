import { and, eq, isNull } from "drizzle-orm";
import { isElsewhere, standInOf } from "#lib/administration/linked-accounts/made-organization";
import { asOrganization } from "#lib/db/as-organization";
import { apiClient, linkedAccount, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { addressOf } from "#lib/emr/origin";
import { conflict } from "#lib/kernel/domain-error";

type Connection = Record<string, unknown> | null;

type Asking = Pick<typeof linkToken.$inferSelect, "apiClientId" | "userId" | "organizationName">;

/** Returns the connections of a customer that a client has linked in the transaction's organization. */
const connectionsHere = (tx: Transaction, { apiClientId, userId }: Asking) =>
  tx
    .select({ connection: linkedAccount.connection })
    .from(linkedAccount)
    .where(
      and(
        eq(linkedAccount.linkedBy, apiClientId),
        eq(linkedAccount.accessTokenReferenceId, userId),
        isNull(linkedAccount.unlinkedAt),
      ),
    );

/** Returns those that a platform client has linked in organizations that it made for the customer, and may still use. */
async function connectionsElsewhere(tx: Transaction, asking: Asking) {
  const links = await tx
    .selectDistinct({ place: linkToken.targetOrganizationId })
    .from(linkToken)
    .where(and(isElsewhere(asking.apiClientId), eq(linkToken.userId, asking.userId)));
  const found: { connection: Connection }[] = [];
  for (const { place } of links) {
    if (place === null) continue;
    const there = async () => ((await standInOf(tx, asking.apiClientId)) ? connectionsHere(tx, asking) : []);
    found.push(...(await asOrganization(tx, place, there)));
  }
  return found;
}

/**
 * Throws `conflict` if the client has already linked this customer at the same address of an EMR: a repair goes on with that account, where
 * a second one would read everything twice. Links of one client wait for each other. Each sandbox is an EMR of its own.
 */
export async function refuseSecond(tx: Transaction, asking: Asking, connection: Connection): Promise<void> {
  const address = addressOf(connection);
  if (address === null) return;
  await tx
    .select({ id: apiClient.id })
    .from(apiClient)
    .where(eq(apiClient.id, asking.apiClientId))
    .for("no key update");
  const linked = [...(await connectionsHere(tx, asking)), ...(await connectionsElsewhere(tx, asking))];
  if (linked.some((each) => addressOf(each.connection) === address)) {
    throw conflict(
      `This EMR is linked for ${asking.organizationName} already: go back and have that link repaired, which keeps its records`,
    );
  }
}
