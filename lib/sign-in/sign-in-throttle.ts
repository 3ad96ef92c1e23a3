import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { withoutTenant } from "#lib/db/without-tenant";
import { required } from "#lib/kernel/environment";

/** A leaky bucket: so many attempts may fail at once, and from then on one more as each drains. */
interface Limit {
  atOnce: number;
  secondsEach: number;
}

/**
 * Attempts that may fail: on one account in a browser that is known there, on one account from one address, from one
 * address on whatever account (many people may sit behind one), and on one account in all browsers that are not known
 * there. One address fills a fifth of its account's bucket at once, and a third of what drains from it thereafter: it
 * never closes an account to others. Accounts that do not exist count like those that do.
 */
export const SIGN_IN_LIMITS = {
  device: { atOnce: 10, secondsEach: 15 * 60 },
  accountAndAddress: { atOnce: 10, secondsEach: 15 * 60 },
  address: { atOnce: 100, secondsEach: 9 },
  account: { atOnce: 50, secondsEach: 5 * 60 },
} as const satisfies Record<string, Limit>;

type Kind = keyof typeof SIGN_IN_LIMITS;

/** One attempt to sign in: what it is counted under. */
export type SignInAttempt = Readonly<Partial<Record<Kind, string>>>;

/** Whether an attempt may go on. `retryAfter` is null, or the seconds after which one may succeed again. */
interface Begun {
  attempt: SignInAttempt;
  retryAfter: number | null;
}

/** Who holds one IPv6 address holds its block of 64 bits. */
function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** A keyed digest: nobody who reads the table learns who tried to sign in. */
const digest = (kind: Kind, ...parts: string[]): string =>
  createHmac("sha256", required("AUTH_SECRET"))
    .update(JSON.stringify(["sign-in", kind, ...parts]))
    .digest("base64url");

function subjectsOf(email: string | null, address: string | null): SignInAttempt {
  const network = networkOf(address);
  const fromAddress = { address: digest("address", network) };
  if (email === null) return fromAddress;
  const account = email.trim().toLowerCase();
  return {
    accountAndAddress: digest("accountAndAddress", account, network),
    ...fromAddress,
    account: digest("account", account),
  };
}

const seconds = (count: number): SQL => sql`make_interval(secs => ${count})`;

/** Counts one attempt, where the limit allows another one: null, or the seconds until it will. */
async function take(kind: Kind, subject: string): Promise<number | null> {
  const { atOnce, secondsEach } = SIGN_IN_LIMITS[kind];
  const each = seconds(secondsEach);
  const room = seconds(secondsEach * (atOnce - 1));
  const [told] = await withoutTenant<{ left: string | null }>(sql`
    WITH taken AS (
      INSERT INTO sign_in_bucket AS bucket (subject, empty_at) VALUES (${subject}, now() + ${each})
      ON CONFLICT (subject) DO UPDATE SET empty_at = greatest(bucket.empty_at, now()) + ${each}
      WHERE bucket.empty_at <= now() + ${room}
      RETURNING NULL::numeric AS left)
    SELECT "left" FROM taken
    UNION ALL
    SELECT extract(epoch FROM empty_at - ${room} - now()) FROM sign_in_bucket
    WHERE subject = ${subject} AND NOT EXISTS (SELECT FROM taken)`);
  if (told?.left === null) return null;
  // What others filled at this very moment is not seen yet.
  return Math.max(1, Math.ceil(Number(told?.left ?? secondsEach)));
}

/** Takes back what was counted, so many times. */
async function giveBack(attempt: SignInAttempt, times = 1): Promise<void> {
  const given = Object.entries(attempt).map(
    ([kind, subject]) => sql`(${subject}, ${seconds(times * SIGN_IN_LIMITS[kind as Kind].secondsEach)})`,
  );
  if (given.length === 0) return;
  await withoutTenant(sql`
    UPDATE sign_in_bucket SET empty_at = sign_in_bucket.empty_at - given.counted
    FROM (VALUES ${sql.join(given, sql`, `)}) AS given (subject, counted)
    WHERE sign_in_bucket.subject = given.subject`);
}

/** Counts an attempt under each of its subjects, the narrowest first; one that any of them refuses counts under none. */
async function takeAll(subjects: SignInAttempt): Promise<Begun> {
  const taken: Partial<Record<Kind, string>> = {};
  for (const [name, subject] of Object.entries(subjects)) {
    const kind = name as Kind;
    const retryAfter = await take(kind, subject);
    if (retryAfter !== null) {
      await giveBack(taken);
      return { attempt: {}, retryAfter };
    }
    taken[kind] = subject;
  }
  return { attempt: taken, retryAfter: null };
}

/**
 * Counts an attempt before its password is looked at, so that many at once count as well. With `retryAfter` the password is
 * not to be looked at. A browser that is known for this account (`device`: lib/sign-in/known-device.ts) is counted for itself,
 * whatever others do, until it has failed too often itself; then it counts as any other. Without an email, as whoever leaves
 * for an OpenID provider gives none, an attempt counts for its address alone, and so closes no account.
 */
export async function beginSignIn(
  email: string | null,
  address: string | null,
  device: string | null = null,
): Promise<Begun> {
  const subjects = subjectsOf(email, address);
  if (device === null) return takeAll(subjects);
  const known = await takeAll({ device: digest("device", device) });
  if (known.retryAfter === null) return known;
  const stranger = await takeAll(subjects);
  if (stranger.retryAfter === null) return stranger;
  return { attempt: {}, retryAfter: Math.min(known.retryAfter, stranger.retryAfter) };
}

/**
 * Takes back what an attempt counted that succeeded. Those before it in the same known browser are forgotten; others are
 * not, be it from the same address: the account's address may be another person's, in another organization, who must not
 * open the way for ever more guesses by signing in with their own password in between.
 */
export async function endSignIn({ device, ...wider }: SignInAttempt): Promise<void> {
  if (device === undefined) await giveBack(wider);
  else await withoutTenant(sql`DELETE FROM sign_in_bucket WHERE subject = ${device}`);
}

/**
 * Takes back what a sign-in through an OpenID provider counted that succeeded: it left from this address and came back to
 * it.
 */
export const endProviderSignIn = (address: string | null): Promise<void> => giveBack(subjectsOf(null, address), 2);

/** Removes the counts of which nothing is left. */
export async function forgetSignIns(): Promise<void> {
  await withoutTenant(sql`DELETE FROM sign_in_bucket WHERE empty_at < now()`);
}
