import { randomBytes } from "node:crypto";
import { z } from "zod";
import { open, seal } from "#lib/security/sealing/secret-box";

const content = z.object({
  /** 256 random bits in the address, which is the only thing that proves whose webhook it is. */
  token: z.string(),
  /** Secrets by which events may be signed, the newest first; a former one until its end, ISO 8601. */
  secrets: z.array(z.object({ secret: z.string(), until: z.string().nullable() })),
  /** The connection with its secrets by which it was registered, so that it can be removed once no account has it. */
  connection: z.record(z.string(), z.unknown()),
});

/** What a webhook's row seals. */
export type WebhookSecrets = z.infer<typeof content>;

/** Time for which a former secret is accepted beside a new one. */
const FORMER_MS = 24 * 3_600_000;

/** Returns what the row of a new webhook seals. */
export const newSecrets = (connection: Record<string, unknown>): WebhookSecrets => ({
  token: randomBytes(32).toString("base64url"),
  secrets: [],
  connection,
});

export const sealSecrets = (secrets: WebhookSecrets): Promise<string> => seal(JSON.stringify(secrets));

/** Returns what a row seals. Throws if no configured key opens it. */
export const openSecrets = async ({ sealed }: { sealed: string }): Promise<WebhookSecrets> =>
  content.parse(JSON.parse(await open(sealed)));

/** Returns the secrets by which an event may be signed now. */
export const validSecrets = ({ secrets }: WebhookSecrets, now: number): string[] =>
  secrets.filter(({ until }) => until === null || Date.parse(until) > now).map(({ secret }) => secret);

/** Time for which a former secret is still accepted once an event was signed by the new one: others may be under way. */
const UNDER_WAY_MS = 5 * 60_000;

/** Returns the secrets with the former ones ending soon, as the new one has signed; null if they end soon or have ended already. */
export function endFormer(before: WebhookSecrets, now: number): WebhookSecrets | null {
  const soon = now + UNDER_WAY_MS;
  const isLater = ({ until }: { until: string | null }) => until !== null && Date.parse(until) > soon;
  if (!before.secrets.some(isLater)) return null;
  const until = new Date(soon).toISOString();
  return { ...before, secrets: before.secrets.map((each) => (isLater(each) ? { ...each, until } : each)) };
}

/** Returns the secrets with a new one; the former ones end a day later. */
export function withSecret(before: WebhookSecrets, secret: string, now: number): WebhookSecrets {
  const until = new Date(now + FORMER_MS).toISOString();
  const former = before.secrets
    .filter((each) => each.secret !== secret && (each.until === null || Date.parse(each.until) > now))
    .map((each) => ({ secret: each.secret, until: each.until ?? until }));
  return { ...before, secrets: [{ secret, until: null }, ...former] };
}
