const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Most characters of a redirect URI. */
const MAX_LENGTH = 2_000;

/** Visible ASCII, as a URI has it, without what parsers read in several ways, and without a fragment. */
const VISIBLE = /^[!"$-[\]-~]+$/;

/** Name and password before a host, also empty ones. */
const CREDENTIALS = /^[a-z]+:\/\/[^/?]*@/i;

/** A loopback address as it is written, with the port that the client's system chooses at each request. */
const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/;

/** Returns whether a URI leads to a program on the person's own computer (RFC 8252, section 7.3). */
export const isLoopback = (uri: URL): boolean => uri.protocol === "http:" && LOOPBACK.has(uri.hostname);

/**
 * Returns a redirect URI as parsed, or null if codes must not be sent there: only https, and http to a loopback address, are
 * addresses that nobody else can claim. A fragment is forbidden (RFC 6749, section 3.1.2).
 */
export function parseRedirectUri(text: string): URL | null {
  const uri = text.length <= MAX_LENGTH && VISIBLE.test(text) ? URL.parse(text) : null;
  // A wildcard would look as if it matched many hosts.
  if (!uri || CREDENTIALS.test(text) || uri.hostname.includes("*")) return null;
  return uri.protocol === "https:" || isLoopback(uri) ? uri : null;
}

const withoutPort = (text: string): string => text.replace(LOOPBACK_PORT, "$1");

/** Returns whether a client may be sent to a redirect URI: it is one of its own to the letter, but for a loopback's port. */
export function isRedirectUriOf(own: readonly string[], given: string): boolean {
  if (parseRedirectUri(given) === null) return false;
  return own.includes(given) || own.some((each) => withoutPort(each) === withoutPort(given));
}
