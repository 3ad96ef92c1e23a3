import { z } from "zod";
import { webhookEndpoint } from "#lib/db/schema";
import { present, presentMs } from "#lib/kernel/clock";
import { open, seal } from "#lib/security/sealing/secret-box";

/** A replaced secret signs for this long (decisions §7). */
const OVERLAP_MS = 24 * 3_600_000;

/** Most secrets that sign at once: a receiver reads a signature of 47 characters for each. */
export const MAX_SECRETS = 10;

/** Columns of an endpoint that hold its secrets. */
export const secretColumns = {
  secret: webhookEndpoint.secret,
  previousSecret: webhookEndpoint.previousSecret,
  previousSecretUntil: webhookEndpoint.previousSecretUntil,
  earlierSecrets: webhookEndpoint.earlierSecrets,
};

type SecretColumns = Pick<typeof webhookEndpoint.$inferSelect, keyof typeof secretColumns>;

/** A replaced secret, and when it ceases to sign. */
interface Replaced {
  secret: string;
  until: Date;
}

const earlier = z.array(z.object({ secret: z.string(), until: z.coerce.date() }));

/** Returns the replaced secrets that still sign, the newest first. Of two the older one ends first. */
async function replacedSecrets({
  previousSecret,
  previousSecretUntil,
  earlierSecrets,
}: Omit<SecretColumns, "secret">): Promise<Replaced[]> {
  const now = present();
  if (!previousSecret || !previousSecretUntil || previousSecretUntil <= now) return [];
  const before = earlierSecrets === null ? [] : earlier.parse(JSON.parse(await open(earlierSecrets)));
  return [{ secret: await open(previousSecret), until: previousSecretUntil }, ...before].filter(
    ({ until }) => until > now,
  );
}

/** Returns the secrets that sign for an endpoint: its present one, and each that was replaced within 24 hours. */
export async function signingSecrets({ secret, ...replaced }: SecretColumns): Promise<string[]> {
  return [await open(secret), ...(await replacedSecrets(replaced)).map((each) => each.secret)];
}

/**
 * Returns the columns of an endpoint with a new secret, beside which each secret of the last 24 hours goes on signing,
 * unless `endPrevious` says that none does. Null if it has as many as may sign at once: none ends early unasked.
 */
export async function withNewSecret(
  { secret: present, ...replaced }: SecretColumns,
  secret: string,
  { endPrevious }: { endPrevious: boolean },
): Promise<SecretColumns | null> {
  if (endPrevious) {
    return { secret: await seal(secret), previousSecret: null, previousSecretUntil: null, earlierSecrets: null };
  }
  const before = await replacedSecrets(replaced);
  if (before.length + 2 > MAX_SECRETS) return null;
  return {
    secret: await seal(secret),
    previousSecret: present,
    previousSecretUntil: new Date(presentMs() + OVERLAP_MS),
    earlierSecrets: before.length > 0 ? await seal(JSON.stringify(before)) : null,
  };
}
