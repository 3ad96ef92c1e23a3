import { desc, eq, sql } from "drizzle-orm";
import { hexId } from "#lib/db/hex-id";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { brand } from "#lib/kernel/brand";
import { lowestIdAt, timeOfId } from "#lib/kernel/id";
import { checkSignature, currentKeyId, sign } from "./chain-key.ts";
import { digestOf, ENTRY_TEXT, hashOf, type Link } from "./digest.ts";
import { auditLink, auditSeal } from "./table.ts";

/** Maximum entries of a seal. */
const BATCH = 500;

/**
 * An entry is committed at most this long after its id was created: far longer than any transaction may take, with
 * room for clocks that differ.
 */
export const GRACE_MS = 10 * 60_000;

export type Seal = typeof auditSeal.$inferSelect;

/** The newest seal is not this product's, so nothing may be appended to it: `npm run verify-audit` says what is wrong. */
export class BrokenChain extends Error {
  static {
    brand(BrokenChain, "BrokenChain");
  }
}

async function newestSeal(tx: Transaction, organizationId: string): Promise<Seal | null> {
  const [newest] = await tx
    .select()
    .from(auditSeal)
    .where(eq(auditSeal.organizationId, organizationId))
    .orderBy(desc(auditSeal.number))
    .limit(1);
  if (newest && checkSignature(newest) !== "valid") throw new BrokenChain("The newest seal has no valid signature");
  return newest ?? null;
}

/** Returns up to 500 entries without a link, in the order of their ids, except those that must be chained already. */
async function unchained(tx: Transaction, organizationId: string, newest: Seal | null): Promise<Link[]> {
  const from = newest ? lowestIdAt(new Date(newest.completeTo.getTime() - GRACE_MS)) : "0".repeat(32);
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
    SELECT ${hexId(sql`a.id`)} AS id, ${ENTRY_TEXT} AS text FROM audit_log a
    WHERE a.organization_id = ${organizationId} AND a.id >= ${from}::uuid AND NOT EXISTS (
      SELECT FROM audit_link l WHERE l.organization_id = ${organizationId} AND l.entry_id = a.id)
    ORDER BY a.id LIMIT ${BATCH}`);
  return rows.map(({ id, text }) => ({ entryId: id, digest: digestOf(text) }));
}

/** Serializes the chaining of an organization, and returns the time at which its transaction began. */
async function lockChain(tx: Transaction, organizationId: string): Promise<Date> {
  const { rows } = await tx.execute<{ began: string }>(sql`
    SELECT extract(epoch FROM now()) AS began, pg_advisory_xact_lock(hashtextextended('audit-chain/' || ${organizationId}, 0))`);
  return new Date(Math.floor(Number(rows[0]?.began) * 1_000));
}

/**
 * Returns up to when the log is chained once `links` are: all that was committed by `began`, or what precedes the last
 * link if more may follow it.
 */
function completeTo(began: Date, links: readonly Link[]): Date {
  const last = links.at(-1);
  if (!last || links.length < BATCH) return began;
  return new Date(Math.min(timeOfId(last.entryId).getTime(), began.getTime()));
}

/**
 * Appends one seal to an organization's chain for up to 500 committed entries without a link, or for the change to
 * another key. Returns the seal, or null if there is nothing to seal. Entries are chained in the order in which they
 * are found, so one that commits after later ones simply follows them. Seal and links are one transaction: a process
 * that ends leaves a whole chain. Throws BrokenChain.
 */
export const extendChain = (organizationId: string): Promise<Seal | null> =>
  withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const began = await lockChain(tx, organizationId);
    const newest = await newestSeal(tx, organizationId);
    const links = await unchained(tx, organizationId, newest);
    if (links.length === 0 && (!newest || newest.keyId === currentKeyId())) return null;
    const sealed = {
      organizationId,
      number: (newest?.number ?? 0) + 1,
      entries: links.length,
      completeTo: completeTo(began, links),
      sealedAt: began,
    };
    const hash = hashOf(sealed, links, newest?.hash ?? null);
    const seal: Seal = { ...sealed, hash, ...sign(hash) };
    if (links.length > 0) {
      await tx.insert(auditLink).values(links.map((link) => ({ ...link, organizationId, seal: seal.number })));
    }
    await tx.insert(auditSeal).values(seal);
    return seal;
  });

/** Extends an organization's chain to the end of its log. `onSeal` gets each new seal once it is committed. */
export async function extendChainToEnd(
  organizationId: string,
  onSeal: (seal: Seal) => void,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    const seal = stopping?.aborted ? null : await extendChain(organizationId);
    if (seal) onSeal(seal);
    if (!seal || seal.entries < BATCH) return;
  }
}
