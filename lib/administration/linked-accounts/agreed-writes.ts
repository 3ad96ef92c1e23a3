import { and, eq, isNotNull } from "drizzle-orm";
import { apiClient, type linkedAccount, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { DomainError } from "#lib/kernel/domain-error";
import { WRITES } from "./account-change.ts";

type Account = typeof linkedAccount.$inferSelect;

/**
 * Throws `forbidden` for operations that a person would let write to the EMR of a partner's customer, and to which that customer did not
 * agree (decisions §12). In an organization of the customer's own its admins are the customer, and may.
 */
export async function assertAgreed(tx: Transaction, before: Account, after: Account): Promise<void> {
  const [were, are] = [before.writes ?? WRITES, after.writes ?? WRITES].map((ids) => new Set<string>(ids));
  const on = WRITES.filter((id) => are?.has(id) && !were?.has(id));
  if (on.length === 0 || before.linkedBy === null) return;
  const partners = await tx.select({ id: apiClient.id }).from(apiClient).where(eq(apiClient.id, before.linkedBy));
  // A platform client is one of another organization.
  if (partners.length === 0) return;
  const links = await tx
    .select({ agreed: linkToken.agreedWrites })
    .from(linkToken)
    .where(and(eq(linkToken.linkedAccountId, before.id), isNotNull(linkToken.linkedAt)));
  const agreed = new Set(links.flatMap((link) => link.agreed));
  const beyond = on.filter((id) => !agreed.has(id));
  if (beyond.length === 0) return;
  throw new DomainError(
    "forbidden",
    `Not allowed: the customer whose EMR this is has not agreed to ${beyond.join(", ")}; the partner asks for that by a link token with linked_account_id and writes; nothing was saved`,
  );
}
