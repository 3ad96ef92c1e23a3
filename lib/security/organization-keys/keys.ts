import { and, asc, eq, gt, isNull, lte, or } from "drizzle-orm";
import { importJWK, type JWK, SignJWT } from "jose";
import { organization } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { open } from "#lib/security/sealing/secret-box";
import { type KeyPairs, newKeyPairs } from "./key-pairs.ts";
import { organizationKey } from "./table.ts";

const HOUR_MS = 60 * 60_000;

/** How long replaced keys stay published beside the new ones (decisions §12). */
const OVERLAP_MS = 24 * HOUR_MS;

/**
 * How long new keys are published before they sign: servers may keep a copy of the public keys for so long. The rest of
 * the overlap is for assertions that the old keys signed last.
 */
const PUBLISHED_FIRST_MS = 23 * HOUR_MS;

export type OrganizationKey = typeof organizationKey.$inferSelect;

const ofOrganization = (organizationId: string) => ({ organizationId, linkedAccountId: null });

/** Returns the published keys, in the order in which they sign. */
export const publishedKeys = (tx: Transaction, organizationId: string, now: Date): Promise<OrganizationKey[]> =>
  tx
    .select()
    .from(organizationKey)
    .where(
      and(
        eq(organizationKey.organizationId, organizationId),
        or(isNull(organizationKey.retiresAt), gt(organizationKey.retiresAt, now)),
      ),
    )
    .orderBy(asc(organizationKey.signsFrom));

/** Locks the organization, so that its keys are made once. Returns false if there is no such organization. */
async function lockOrganization(tx: Transaction, organizationId: string): Promise<boolean> {
  const found = await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for("update");
  return found.length > 0;
}

async function insertKeys(tx: Transaction, organizationId: string, pairs: KeyPairs, signsFrom: Date) {
  const [made] = await tx
    .insert(organizationKey)
    .values({ id: newId(), organizationId, ...pairs, signsFrom })
    .returning();
  if (!made) throw new Error("The organization's keys were not written");
  return made;
}

/** Returns the published keys of an organization, and makes the first ones; null if there is no such organization. */
async function keysOf(organizationId: string, now: Date): Promise<OrganizationKey[] | null> {
  const tenant = ofOrganization(organizationId);
  const [found, known] = await readTenant(tenant, async (tx) => [
    await publishedKeys(tx, organizationId, now),
    await tx.select({ id: organization.id }).from(organization).where(eq(organization.id, organizationId)),
  ]);
  if (known.length === 0) return null;
  if (found.length > 0) return found;
  const pairs = await newKeyPairs();
  return withTenant(tenant, async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) return null;
    const made = await publishedKeys(tx, organizationId, now);
    return made.length > 0 ? made : [await insertKeys(tx, organizationId, pairs, now)];
  });
}

/**
 * Returns the public keys of an organization as a JWK set, and makes the first ones: a server that asks before the first
 * signature must not remember an empty set. Null if there is no such organization.
 */
export async function publicKeySet(organizationId: string, now = present()): Promise<{ keys: JWK[] } | null> {
  const keys = await keysOf(organizationId, now);
  return keys && { keys: keys.flatMap(({ publicKeys }) => publicKeys) };
}

/** Returns claims as a JWT that the organization's present key of an algorithm signs. Throws for an algorithm without a key. */
export async function signAssertion(
  organizationId: string,
  claims: Record<string, unknown>,
  algorithm: string,
  now = present(),
): Promise<string> {
  const keys = (await keysOf(organizationId, now)) ?? [];
  const signing = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];
  const privateKeys = signing ? (JSON.parse(await open(signing.privateKeys)) as JWK[]) : [];
  const key = privateKeys.find(({ alg }) => alg === algorithm);
  if (!key?.kid) throw new Error(`The organization has no key for ${algorithm}`);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: "JWT" })
    .sign(await importJWK(key, algorithm));
}

const removeRetired = (tx: Transaction, organizationId: string, now: Date) =>
  tx
    .delete(organizationKey)
    .where(and(eq(organizationKey.organizationId, organizationId), lte(organizationKey.retiresAt, now)));

/** Removes the keys of an organization that have retired. */
export const removeRetiredKeys = (organizationId: string, now: Date) =>
  withTenant(ofOrganization(organizationId), (tx) => removeRetired(tx, organizationId, now));

/**
 * Publishes new keys beside the present ones, which sign for 23 more hours and retire an hour later, or in their place if
 * `endPrevious`. Removes keys that have retired. Returns the published keys; null, without a change, while the last rotation
 * is in progress.
 */
export async function rotateKeys(
  tx: Transaction,
  organizationId: string,
  pairs: KeyPairs,
  now = present(),
  { endPrevious = false }: { endPrevious?: boolean } = {},
): Promise<OrganizationKey[] | null> {
  await lockOrganization(tx, organizationId);
  if (endPrevious) await tx.delete(organizationKey).where(eq(organizationKey.organizationId, organizationId));
  await removeRetired(tx, organizationId, now);
  const before = await publishedKeys(tx, organizationId, now);
  if (before.length > 1) return null;
  const isFirst = before.length === 0;
  await tx
    .update(organizationKey)
    .set({ retiresAt: new Date(now.getTime() + OVERLAP_MS) })
    .where(and(eq(organizationKey.organizationId, organizationId), isNull(organizationKey.retiresAt)));
  await insertKeys(tx, organizationId, pairs, isFirst ? now : new Date(now.getTime() + PUBLISHED_FIRST_MS));
  return publishedKeys(tx, organizationId, now);
}
