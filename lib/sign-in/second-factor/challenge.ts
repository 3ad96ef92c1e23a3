import { and, desc, eq, gt, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { appUser, secondFactorChallenge } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { assertStands, whileStanding } from "#lib/security/credentials/standing";
import { findPeople } from "#lib/sign-in/find-person";
import { type Person, standingAtHome } from "#lib/sign-in/person";
import { sessionCookieOptions, withPrefix } from "#lib/sign-in/session-cookie";
import { openTicket, sealTicket } from "#lib/sign-in/ticket";
import { factorsOf, lockPerson, requiresSecondFactor, type SecondFactor } from "./factors.ts";

type Purpose = (typeof secondFactorChallenge.$inferSelect)["purpose"];

/** Time for the second factor after the password. */
const SECONDS = 10 * 60;

/** Challenges that one person may have open, so that a person who knows a password cannot fill the table. */
const MOST_OPEN = 5;

/** Stores a challenge of a person, in the caller's transaction, and deletes their old ones. Returns its id. */
export async function newChallenge(
  tx: Transaction,
  { organizationId, userId, sessionVersion }: Pick<Person, "organizationId" | "userId" | "sessionVersion">,
  purpose: Purpose,
  toSign: string | null,
): Promise<string> {
  const id = newId();
  const ofPurpose = and(eq(secondFactorChallenge.userId, userId), eq(secondFactorChallenge.purpose, purpose));
  const expiresAt = new Date(presentMs() + SECONDS * 1_000);
  await tx
    .insert(secondFactorChallenge)
    .values({ id, organizationId, userId, sessionVersion, purpose, toSign, expiresAt });
  const newest = await tx
    .select({ id: secondFactorChallenge.id })
    .from(secondFactorChallenge)
    .where(and(ofPurpose, gt(secondFactorChallenge.expiresAt, sql`now()`)))
    .orderBy(desc(secondFactorChallenge.id))
    .limit(MOST_OPEN);
  const kept = newest.map((each) => each.id);
  await tx.delete(secondFactorChallenge).where(and(ofPurpose, notInArray(secondFactorChallenge.id, kept)));
  return id;
}

/**
 * Deletes an open challenge of a person and returns what a passkey was to sign, in the caller's transaction, so that
 * nothing proves the same challenge twice. Undefined if there is none.
 */
export async function takeChallenge(
  tx: Transaction,
  userId: string,
  id: string,
  purpose: Purpose,
): Promise<string | null | undefined> {
  const [taken] = await tx
    .delete(secondFactorChallenge)
    .where(
      and(
        eq(secondFactorChallenge.id, id),
        eq(secondFactorChallenge.userId, userId),
        eq(secondFactorChallenge.purpose, purpose),
        gt(secondFactorChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ toSign: secondFactorChallenge.toSign });
  return taken?.toSign;
}

/** The note that the browser keeps between the password and the second factor. It opens nothing else. */
const ticket = z.object({ organizationId: z.string(), challengeId: z.string() });

const cookieName = () => withPrefix("crc.sign-in.challenge");

const cookie = (value: string, seconds: number): string => {
  const { path, secure } = sessionCookieOptions();
  return `${cookieName()}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
};

/** Ends the sign-ins of a person that wait for the second factor, in the transaction that changes their password. */
export async function endSecondSteps(tx: Transaction, userId: string): Promise<void> {
  const { purpose, userId: owner } = secondFactorChallenge;
  await tx.delete(secondFactorChallenge).where(and(eq(owner, userId), eq(purpose, "sign_in")));
}

/** Returns the `Set-Cookie` value that ends a challenge in the browser. */
export const endedChallengeCookie = (): string => cookie("", 0);

/** Returns what a person must still do after the right password: nothing, prove a second factor, or set one up. */
export async function stepAfterPassword(person: Person): Promise<"none" | "prove" | "enrol"> {
  const { organizationId, userId, opens } = person;
  const factors = await readTenant({ organizationId, linkedAccountId: null }, (tx) => factorsOf(tx, userId));
  if (factors.length > 0) return "prove";
  const required = await readTenant({ organizationId: opens.organizationId, linkedAccountId: null }, (tx) =>
    requiresSecondFactor(tx, opens.organizationId),
  );
  return required ? "enrol" : "none";
}

/** Begins the second step of a person whose password was right. Throws `unauthenticated` if it was changed meanwhile. Returns the `Set-Cookie` value that leads to it. */
export async function beginSecondStep(person: Person): Promise<string> {
  const { organizationId } = person;
  const challengeId = await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    // A change of the password deletes the challenges that it does not wait for.
    await lockPerson(tx, person.userId);
    await whileStanding(() => assertStands(tx, { standing: standingAtHome(person) }));
    return newChallenge(tx, person, "sign_in", null);
  });
  return cookie(await sealTicket("sign-in", { organizationId, challengeId }, SECONDS), SECONDS);
}

/** A person between the password and the session. */
export interface PendingSignIn {
  challengeId: string;
  person: Person;
  factors: SecondFactor[];
}

/** Returns whom a browser is about to sign in, or null: no challenge, an ended one, or a person who was changed since. */
export async function pendingSignIn(cookies: string | null): Promise<PendingSignIn | null> {
  const value = cookieValue(cookies, cookieName());
  const opened = value ? await openTicket("sign-in", ticket, value) : null;
  if (!opened) return null;
  const { organizationId, challengeId } = opened;
  const begun = await readTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [user] = await tx
      .select({ id: appUser.id, email: appUser.email })
      .from(secondFactorChallenge)
      .innerJoin(appUser, eq(appUser.id, secondFactorChallenge.userId))
      .where(
        and(
          eq(secondFactorChallenge.id, challengeId),
          eq(secondFactorChallenge.purpose, "sign_in"),
          gt(secondFactorChallenge.expiresAt, sql`now()`),
          eq(appUser.sessionVersion, secondFactorChallenge.sessionVersion),
        ),
      );
    return user ? { ...user, factors: await factorsOf(tx, user.id) } : null;
  });
  if (!begun) return null;
  const person = (await findPeople(begun.email)).find(({ userId }) => userId === begun.id);
  return person ? { challengeId, person, factors: begun.factors } : null;
}

/** Notes what a passkey must sign to prove this challenge, instead of what was noted before. */
export async function noteToSign({ person, challengeId }: PendingSignIn, toSign: string): Promise<void> {
  await withTenant({ organizationId: person.organizationId, linkedAccountId: null }, (tx) =>
    tx.update(secondFactorChallenge).set({ toSign }).where(eq(secondFactorChallenge.id, challengeId)),
  );
}
