import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { withoutTenant } from "#lib/db/without-tenant";
import { required } from "#lib/runtime/environment";

const WINDOW_SECONDS = 15 * 60;

/**
 * Attempts that may fail within 15 minutes: for one account from one address, for one account from anywhere, and from one
 * address for whatever account (many people may sit behind one). Accounts that do not exist count like those that do.
 */
export const SIGN_IN_LIMITS = { accountAndAddress: 10, account: 50, address: 100 } as const;

type Kind = keyof typeof SIGN_IN_LIMITS;

/** One attempt to sign in: what it is counted under. */
export type SignInAttempt = Readonly<Partial<Record<Kind, string>>>;

/** Who holds one IPv6 address holds its block of 64 bits. */
function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** Keyed digests: nobody who reads the table learns who tried to sign in. */
function subjectsOf(email: string | null, address: string | null): SignInAttempt {
  const network = networkOf(address);
  const digest = (kind: Kind, ...parts: string[]) =>
    createHmac("sha256", required("AUTH_SECRET"))
      .update(JSON.stringify(["sign-in", kind, ...parts]))
      .digest("base64url");
  const fromAddress = { address: digest("address", network) };
  if (email === null) return fromAddress;
  const account = email.trim().toLowerCase();
  return {
    accountAndAddress: digest("accountAndAddress", account, network),
    account: digest("account", account),
    ...fromAddress,
  };
}

const list = (subjects: string[]) => sql`ARRAY[${sql.join(subjects, sql`, `)}]::text[]`;

/**
 * Counts an attempt before its password is looked at, so that many at once count as well. `retryAfter` is null, or the
 * seconds after which one may succeed again: then the password is not to be looked at. Without an email, as whoever
 * leaves for an OpenID provider gives none, it counts for its address alone.
 */
export async function beginSignIn(
  email: string | null,
  address: string | null,
): Promise<{ attempt: SignInAttempt; retryAfter: number | null }> {
  const attempt = subjectsOf(email, address);
  const over = sql`sign_in_window.since < now() - make_interval(secs => ${WINDOW_SECONDS})`;
  const rows = await withoutTenant<{ subject: string; attempts: number; left: string }>(sql`
    INSERT INTO sign_in_window (subject, since, attempts)
    SELECT subject, now(), 1 FROM unnest(${list(Object.values(attempt))}) AS given (subject) ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET
      attempts = CASE WHEN ${over} THEN 1 ELSE sign_in_window.attempts + 1 END,
      since = CASE WHEN ${over} THEN now() ELSE sign_in_window.since END
    RETURNING subject, attempts, ceil(${WINDOW_SECONDS} - extract(epoch FROM now() - since)) AS left`);
  const kindOf = new Map(Object.entries(attempt).map(([kind, subject]) => [subject, kind as Kind]));
  const waits = rows
    .filter(({ subject, attempts }) => attempts > SIGN_IN_LIMITS[kindOf.get(subject) ?? "account"])
    .map(({ left }) => Math.max(1, Number(left)));
  return { attempt, retryAfter: waits.length > 0 ? Math.max(...waits) : null };
}

/** Takes back what an attempt counted that succeeded; those of the same account before it are forgotten. */
export async function endSignIn({ address, ...ofAccount }: SignInAttempt): Promise<void> {
  await withoutTenant(sql`
    WITH forgotten AS (DELETE FROM sign_in_window WHERE subject = ANY(${list(Object.values(ofAccount))}))
    UPDATE sign_in_window SET attempts = greatest(0, attempts - 1) WHERE subject = ${address}`);
}

/**
 * Takes back what a sign-in through an OpenID provider counted that succeeded: it left from this address and came back to
 * it.
 */
export async function endProviderSignIn(address: string | null): Promise<void> {
  await withoutTenant(sql`
    UPDATE sign_in_window SET attempts = greatest(0, attempts - 2) WHERE subject = ${subjectsOf(null, address).address}`);
}

/** Removes the counts whose time is over. */
export async function forgetSignIns(): Promise<void> {
  await withoutTenant(sql`DELETE FROM sign_in_window WHERE since < now() - make_interval(secs => ${WINDOW_SECONDS})`);
}
