/** Returns the origin of a connection's EMR; null if it has no address. */
export function originOf(connection: Record<string, unknown> | null): string | null {
  const address = connection?.base_url;
  return typeof address === "string" ? (URL.parse(address)?.origin ?? null) : null;
}
