/**
 * Returns an address that a server states, if it is one of its own: with the origin of its base URL. Null if it leads
 * elsewhere, where the server's credentials must not go. A query alone belongs to the address that was `asked`.
 *
 * A server behind a proxy that ends TLS may state its own addresses with `http`: they are asked by `https` all the same.
 */
export function ownAddress(address: string, baseUrl: string, asked: string = baseUrl): URL | null {
  const base = new URL(`${baseUrl}/`);
  const url = URL.parse(address, address.startsWith("?") ? new URL(asked, base) : base);
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (url.origin === base.origin) return url;
  const isPort = url.port === "" || url.port === (base.port || "443");
  const isBehindProxy = url.protocol === "http:" && base.protocol === "https:" && url.hostname === base.hostname;
  if (!isBehindProxy || !isPort) return null;
  url.protocol = base.protocol;
  url.port = base.port;
  return url;
}
