type Stored = Record<string, unknown> | null;

const origin = (address: unknown): string | null =>
  typeof address === "string" ? (URL.parse(address)?.origin ?? null) : null;

/** Returns the address that issues tokens, if the connection names one (decisions §12). */
function tokenUrlOf(connection: Stored): unknown {
  const { auth } = connection ?? {};
  return auth !== null && typeof auth === "object" ? (auth as Record<string, unknown>).token_url : undefined;
}

/** Returns the origin of a connection's EMR; null if it has no address. */
export const originOf = (connection: Stored): string | null => origin(connection?.base_url);

/** Returns whether the credentials of two connections go to the same origins: that of the EMR, and that of its tokens. */
export function sendsToSameOrigins(one: Stored, other: Stored): boolean {
  const [first, second] = [one, other].map((each) => [originOf(each), origin(tokenUrlOf(each) ?? each?.base_url)]);
  return first?.[0] === second?.[0] && first?.[1] === second?.[1];
}

/** Returns the addresses to which a connection's credentials go, by the name of their field. */
export const addressesOf = (connection: Stored): Record<string, string> =>
  Object.fromEntries(
    [
      ["connection.base_url", connection?.base_url],
      ["connection.auth.token_url", tokenUrlOf(connection)],
    ].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
