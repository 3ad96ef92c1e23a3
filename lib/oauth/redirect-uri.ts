const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Most characters of a redirect URI. */
const MAX_LENGTH = 2_000;

/** Visible ASCII, as a URI has it, without what parsers read in several ways, and without a fragment. */
const VISIBLE = /^[!"$-[\]-~]+$/;

/** Returns whether a URI leads to a program on the person's own computer (RFC 8252, section 7.3). */
export const isLoopback = (uri: URL): boolean => uri.protocol === "http:" && LOOPBACK.has(uri.hostname);

/**
 * Returns a redirect URI as parsed, or null if codes must not be sent there: only https, and http to a loopback address, are
 * addresses that nobody else can claim. A fragment is forbidden (RFC 6749, section 3.1.2).
 */
export function parseRedirectUri(text: string): URL | null {
  const uri = text.length <= MAX_LENGTH && VISIBLE.test(text) ? URL.parse(text) : null;
  if (!uri || uri.username || uri.password) return null;
  return uri.protocol === "https:" || isLoopback(uri) ? uri : null;
}

/** Returns a loopback URI without its port, which the client's system chooses at each request. */
function withoutPort(uri: URL): string {
  const copy = new URL(uri);
  copy.port = "";
  return copy.href;
}

/** Returns whether a client may be sent to a redirect URI: it is one of its own to the letter, but for a loopback's port. */
export function isRedirectUriOf(own: readonly string[], given: string): boolean {
  const uri = parseRedirectUri(given);
  if (!uri) return false;
  if (own.includes(given)) return true;
  return (
    isLoopback(uri) &&
    own.some((each) => {
      const registered = parseRedirectUri(each);
      return registered !== null && isLoopback(registered) && withoutPort(registered) === withoutPort(uri);
    })
  );
}
