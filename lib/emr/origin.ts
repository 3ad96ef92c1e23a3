import { IDENTITY_FIELDS } from "./port/record-fields.ts";
import { DEFAULT_DIALECT } from "./records-api/dialects/names.ts";

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

/** Returns the address of a connection's EMR, however it is spelled; null if it has none. */
export const addressOf = (connection: Stored): string | null => {
  const address = identityOf(connection, "base_url");
  return typeof address === "string" ? address : null;
};

/** Returns whether the credentials of two connections go to the same origins: that of the EMR, and that of its tokens. */
export function sendsToSameOrigins(one: Stored, other: Stored): boolean {
  const [first, second] = [one, other].map((each) => [originOf(each), origin(tokenUrlOf(each) ?? each?.base_url)]);
  return first?.[0] === second?.[0] && first?.[1] === second?.[1];
}

/** Returns a field's value; addresses that differ in their spelling alone are the same, and so is a dialect that is left out. */
function identityOf(connection: Stored, path: (typeof IDENTITY_FIELDS)[number]): unknown {
  const value = path.split(".").reduce<unknown>((at, name) => (at as Stored)?.[name], connection);
  if (path === "dialect") return value ?? DEFAULT_DIALECT;
  return path === "base_url" && typeof value === "string" ? URL.parse(value)?.href.replace(/(?<!\/)\/+$/, "") : value;
}

/**
 * Returns whether a connection leads to other records than another one: to another server or practice, or to the same
 * patients under other MRNs. Both have their secrets.
 */
export const leadsElsewhere = (one: Stored, other: Stored): boolean =>
  IDENTITY_FIELDS.some((path) => identityOf(one, path) !== identityOf(other, path));

/** Returns the addresses to which a connection's credentials go, by the name of their field. */
export const addressesOf = (connection: Stored): Record<string, string> =>
  Object.fromEntries(
    [
      ["connection.base_url", connection?.base_url],
      ["connection.auth.token_url", tokenUrlOf(connection)],
    ].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
