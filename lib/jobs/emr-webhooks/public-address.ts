import { isPublic } from "#lib/egress/addresses";
import { literalAddress } from "#lib/egress/target";
import { environment } from "#lib/kernel/environment";

/** Names that no server outside of a network finds. */
const NAMES_WITHIN = /(^[^.]+|\.(local|internal|lan|home|test))\.?$/i;

/** Returns whether a host is an address or a name of a private network or of this machine. */
function isWithin(hostname: string): boolean {
  const address = literalAddress(hostname);
  return address === null ? NAMES_WITHIN.test(hostname) : !isPublic(address);
}

/**
 * Returns the origin under which an EMR reaches this deployment: PUBLIC_URL. Null without it, and if it names no public https
 * address, unless the EMR is in a private network itself.
 */
export function originFor(baseUrl: unknown): string | null {
  const { PUBLIC_URL } = environment();
  const emr = typeof baseUrl === "string" ? URL.parse(baseUrl) : null;
  if (PUBLIC_URL === undefined || emr === null) return null;
  const own = new URL(PUBLIC_URL);
  const isReached = own.protocol === "https:" && !isWithin(own.hostname);
  return isReached || isWithin(emr.hostname) ? own.origin : null;
}

/** Returns the address of a webhook by its token. */
export const webhookUrl = (origin: string, token: string): string => `${origin}/v1/emr-webhooks/${token}`;
