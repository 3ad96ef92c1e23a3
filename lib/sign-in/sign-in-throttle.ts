import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { withoutTenant } from "#lib/db/without-tenant";
import { addressKey } from "#lib/kernel/email-address";
import { required } from "#lib/kernel/environment";

/** A leaky bucket: `atOnce` attempts may fail in a burst, then one more per `secondsEach`. */
interface Limit {
  atOnce: number;
  secondsEach: number;
}

/**
 * Limits of failed attempts: per account in a known browser; per account and address; per address (many people may
 * share one); per account over all unknown browsers; of second factors per person over all unknown browsers;
 * of mails for a forgotten password per account; and per address of failed requests for tokens of OAuth, and of
 * registrations of its clients. One address fills at most a fifth of an account's bucket at
 * once and a third of its drain afterwards, so it cannot lock an account for others. Unknown accounts count like
 * existing ones.
 */
export const SIGN_IN_LIMITS = {
  device: { atOnce: 10, secondsEach: 15 * 60 },
  accountAndAddress: { atOnce: 10, secondsEach: 15 * 60 },
  address: { atOnce: 100, secondsEach: 9 },
  account: { atOnce: 50, secondsEach: 5 * 60 },
  secondFactor: { atOnce: 10, secondsEach: 15 * 60 },
  reset: { atOnce: 3, secondsEach: 20 * 60 },
  oauthToken: { atOnce: 100, secondsEach: 9 },
  oauthRegistration: { atOnce: 20, secondsEach: 3 * 60 },
} as const satisfies Record<string, Limit>;

type Kind = keyof typeof SIGN_IN_LIMITS;

/** The buckets in which one attempt is counted, by kind of limit. */
export type SignInAttempt = Readonly<Partial<Record<Kind, string>>>;

/** A counted attempt. `retryAfter`: null if it may proceed, otherwise the seconds until another attempt is allowed. */
interface Begun {
  attempt: SignInAttempt;
  retryAfter: number | null;
}

/** An IPv6 address counts as its /64 block, which one customer usually holds. */
function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** A keyed digest, so that the table does not reveal who tried to sign in. */
const digest = (kind: Kind, ...parts: string[]): string =>
  createHmac("sha256", required("AUTH_SECRET"))
    .update(JSON.stringify(["sign-in", kind, ...parts]))
    .digest("base64url");

function subjectsOf(email: string | null, address: string | null): SignInAttempt {
  const network = networkOf(address);
  const fromAddress = { address: digest("address", network) };
  if (email === null) return fromAddress;
  const account = addressKey(email);
  return {
    accountAndAddress: digest("accountAndAddress", account, network),
    ...fromAddress,
    account: digest("account", account),
  };
}

const seconds = (count: number): SQL => sql`make_interval(secs => ${count})`;

/** Counts one attempt if the limit allows it. Returns null, or the seconds until the limit allows another. */
async function take(kind: Kind, subject: string): Promise<number | null> {
  const { atOnce, secondsEach } = SIGN_IN_LIMITS[kind];
  const each = seconds(secondsEach);
  const room = seconds(secondsEach * (atOnce - 1));
  const [row] = await withoutTenant<{ left: string | null }>(sql`
    WITH taken AS (
      INSERT INTO sign_in_bucket AS bucket (subject, empty_at) VALUES (${subject}, now() + ${each})
      ON CONFLICT (subject) DO UPDATE SET empty_at = greatest(bucket.empty_at, now()) + ${each}
      WHERE bucket.empty_at <= now() + ${room}
      RETURNING NULL::numeric AS left)
    SELECT "left" FROM taken
    UNION ALL
    SELECT extract(epoch FROM empty_at - ${room} - now()) FROM sign_in_bucket
    WHERE subject = ${subject} AND NOT EXISTS (SELECT FROM taken)`);
  if (row?.left === null) return null;
  // No row: a concurrent transaction has just filled the bucket, and its row is not visible yet.
  return Math.max(1, Math.ceil(Number(row?.left ?? secondsEach)));
}

/** Removes an attempt from its buckets, `times` times. */
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

/** Counts an attempt in each of its buckets, the narrowest first. If one is full, the attempt is counted in none. */
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
 * Counts an attempt before its password is verified, so that concurrent attempts are limited too. If `retryAfter` is
 * set, the password must not be verified. A browser known for this account (`device`: lib/sign-in/known-device.ts) has
 * a limit of its own, independent of other browsers, until it exceeds it; then it counts like any other. An attempt
 * without an email, at an OpenID provider, counts for its address only and so cannot lock an account.
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

/** Counts an attempt of a signed-in person to prove their password; it limits no sign-in. */
export const beginOwnCheck = (userId: string): Promise<Begun> =>
  takeAll({ device: digest("device", `signed in as ${userId}`) });

/** Counts an attempt of a signed-in person to prove their second factor; it limits no sign-in. */
export const beginOwnProof = (userId: string): Promise<Begun> =>
  takeAll({ device: digest("device", `second factor of ${userId}, signed in`) });

/**
 * Counts an attempt to prove a second factor after the right password: a code has six digits, so the limit spans all
 * addresses. A browser known for the person (`device`) has a limit of its own, which strangers cannot use up.
 */
export const beginSecondFactor = (userId: string, address: string | null, device: string | null): Promise<Begun> =>
  takeAll(
    device === null
      ? { secondFactor: digest("secondFactor", userId), address: digest("address", networkOf(address)) }
      : { device: digest("device", `second factor of ${userId} in ${device}`) },
  );

/**
 * Removes a successful attempt from the counts. For a known browser its earlier failures are removed as well. Other
 * failures remain, even from the same address: two people in different organizations may share an email address, and
 * one must not get more guesses at the other's password by signing in with their own in between.
 */
export async function endSignIn({ device, ...wider }: SignInAttempt): Promise<void> {
  if (device === undefined) await giveBack(wider);
  else await withoutTenant(sql`DELETE FROM sign_in_bucket WHERE subject = ${device}`);
}

/**
 * Removes a successful OpenID sign-in from the counts; it was counted twice, when leaving for the provider and when
 * returning.
 */
export const endProviderSignIn = (address: string | null): Promise<void> => giveBack(subjectsOf(null, address), 2);

/** Counts a request for a new password. Returns false if an account or an address has asked too often. */
export async function beginPasswordReset(email: string, address: string | null): Promise<boolean> {
  const subjects = {
    reset: digest("reset", addressKey(email)),
    address: digest("address", networkOf(address)),
  };
  return (await takeAll(subjects)).retryAfter === null;
}

/** Counts a request for tokens of OAuth; one that succeeds is given back by `endSignIn`. */
export const beginTokenRequest = (address: string | null): Promise<Begun> =>
  takeAll({ oauthToken: digest("oauthToken", networkOf(address)) });

/** Counts a registration of an OAuth client. */
export const beginRegistration = (address: string | null): Promise<Begun> =>
  takeAll({ oauthRegistration: digest("oauthRegistration", networkOf(address)) });

/** Deletes empty buckets. */
export async function forgetSignIns(): Promise<void> {
  await withoutTenant(sql`DELETE FROM sign_in_bucket WHERE empty_at < now()`);
}
