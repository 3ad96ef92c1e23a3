import type { QueryDefinition } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";

/**
 * Returns the linked account of a query's path: an access token can name only its own, a session any account of its
 * organization. Throws `not_found` for others.
 */
export const accountOfPath: NonNullable<QueryDefinition["accountOf"]> = ({ actor, linkedAccountId, params }) => {
  const id = parseId(params.id ?? "");
  if (id === null || (id !== linkedAccountId && actor.kind !== "user")) throw notFound("Linked account");
  return id;
};
