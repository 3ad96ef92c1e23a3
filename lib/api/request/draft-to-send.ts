import { invalid, notFoundBy } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";

const HEADER = "X-Draft";

/** `X-Draft` as a parameter of the OpenAPI document. */
export const draftParameter = {
  name: HEADER,
  in: "header" as const,
  required: false,
  description:
    "Only for a person's session; 400 for other callers. Id of the draft from GET /drafts that this request sends, changed or not. A draft becomes one job at most: 409 once it was sent",
  schema: { type: "string" },
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
