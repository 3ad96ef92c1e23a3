import { asc, eq, inArray } from "drizzle-orm";
import { appUser, organization, recoveryCode, secondFactor, secondFactorChallenge } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

/** A person by their ids. */
export interface Owner {
  organizationId: string;
  userId: string;
}

export type SecondFactor = typeof secondFactor.$inferSelect;

/**
 * Locks a person's row in the caller's transaction: what reads and changes their factors takes turns. It comes before all
 * other locks on rows of the person, so that no two wait for each other.
 */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for("update");
}

/** Returns a person's second factors, in the order in which they were added. */
export const factorsOf = (tx: Transaction, userId: string): Promise<SecondFactor[]> =>
  tx.select().from(secondFactor).where(eq(secondFactor.userId, userId)).orderBy(asc(secondFactor.id));

/** Returns which of these people have a second factor. */
export async function peopleWithFactor(tx: Transaction, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ userId: secondFactor.userId })
    .from(secondFactor)
    .where(inArray(secondFactor.userId, [...userIds]));
  return new Set(rows.map(({ userId }) => userId));
}

/** Returns whether an organization requires a second factor of everyone who signs in by password. */
export async function requiresSecondFactor(tx: Transaction, organizationId: string): Promise<boolean> {
  const [row] = await tx
    .select({ required: organization.requiresSecondFactor })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return row?.required ?? false;
}

/** Removes a person's second factors and recovery codes, and ends their open challenges, in the caller's transaction. */
export async function removeFactors(tx: Transaction, userId: string): Promise<SecondFactor[]> {
  await lockPerson(tx, userId);
  const removed = await tx.delete(secondFactor).where(eq(secondFactor.userId, userId)).returning();
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx.delete(secondFactorChallenge).where(eq(secondFactorChallenge.userId, userId));
  return removed;
}
