import { and, eq, isNull } from "drizzle-orm";
import { apiClient, linkedAccount, type linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { addressOf } from "#lib/emr/origin";
import { conflict } from "#lib/kernel/api-error";

type Connection = Record<string, unknown> | null;

/**
 * Throws 409 if the client has already linked this customer at the same address of an EMR: a repair goes on with that account, where
 * a second one would read everything twice. Links of one client wait for each other. Each sandbox is an EMR of its own.
 */
export async function refuseSecond(
  tx: Transaction,
  {
    apiClientId,
    userId,
    organizationName,
  }: Pick<typeof linkToken.$inferSelect, "apiClientId" | "userId" | "organizationName">,
  connection: Connection,
): Promise<void> {
  const address = addressOf(connection);
  if (address === null) return;
  await tx.select({ id: apiClient.id }).from(apiClient).where(eq(apiClient.id, apiClientId)).for("no key update");
  const linked = await tx
    .select({ connection: linkedAccount.connection })
    .from(linkedAccount)
    .where(
      and(
        eq(linkedAccount.linkedBy, apiClientId),
        eq(linkedAccount.accessTokenReferenceId, userId),
        isNull(linkedAccount.unlinkedAt),
      ),
    );
  if (linked.some((each) => addressOf(each.connection) === address)) {
    throw conflict(
      `This EMR is linked for ${organizationName} already: go back and have that link repaired, which keeps its records`,
    );
  }
}
