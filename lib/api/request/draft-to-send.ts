import { invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";

const HEADER = "X-Draft";

/** What `X-Draft` does, for the OpenAPI document. */
export const draftHeader = {
  name: HEADER,
  description:
    "Id of the draft from GET /drafts that this request sends, changed or not. A draft becomes one job at most: 409 once it was sent",
};

/**
 * Returns the id of the draft that a request sends, by the header `X-Draft`; null without one. Throws 404 for a malformed
 * id, and 400 for callers other than a person's session (decisions §2).
 */
export function draftToSend({ headers }: { headers: Headers }, { actor, embed }: Principal): string | null {
  const given = headers.get(HEADER);
  if (given === null) return null;
  if (actor.kind !== "user" || embed) throw invalid(problem(HEADER, "is only for the session of a person"));
  const id = parseId(given);
  if (id === null) throw notFoundBy(HEADER, "Draft");
  return id;
}
