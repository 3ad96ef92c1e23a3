import type { QueryDefinition } from "#lib/definitions/query";
import { marksOf } from "#lib/definitions/sealed-cursor";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";

/** Stands between a cursor and the mark of the request that it belongs to; neither has it. */
const SEPARATOR = "~";

/** Parameters that may differ from page to page. */
const OF_PAGE: ReadonlySet<string> = new Set(["limit", "cursor", "page", "page_size", "include_total"]);

interface Asked {
  path: string;
  params: Record<string, string>;
  parameters: Record<string, unknown>;
  linkedAccountId: string;
}

/** Returns a value so that the order of a list makes no other one of it. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).sort() : value);

/** Returns which rows a request asks for, and in which order, as text. */
function askedRows({ path, params, parameters, linkedAccountId }: Asked): string {
  const narrowing = Object.entries(parameters)
    .filter(([name, value]) => !OF_PAGE.has(name) && value !== undefined)
    .map(([name, value]) => [name, comparable(value)]);
  return JSON.stringify([path, linkedAccountId, Object.entries(params).sort(), narrowing.sort()]);
}

/** How the cursors of one request's list are read and made. */
interface CursorsOfRequest {
  /** The parameters, with the cursor as the list reads it. */
  parameters: Record<string, unknown>;
  /** Returns the answer with its `next_cursor` bound to the request. */
  bind(body: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Binds the cursors of a list to its filters and its order: with others a place in the list would skip rows in silence. A cursor
 * of the version before, which was not bound, goes on. Throws 400 for the cursor of another request.
 */
export function cursorsOf(
  definition: Pick<QueryDefinition, "path" | "cursorOfPlace">,
  asked: Omit<Asked, "path">,
): CursorsOfRequest {
  const { parameters } = asked;
  if (definition.cursorOfPlace) return { parameters, bind: (body) => body };
  const marks = () => marksOf(askedRows({ path: definition.path, ...asked }));
  const bind = (body: Record<string, unknown>) =>
    typeof body.next_cursor === "string"
      ? { ...body, next_cursor: `${body.next_cursor}${SEPARATOR}${marks()[0]}` }
      : body;
  const { cursor: given } = parameters;
  if (typeof given !== "string" || !given.includes(SEPARATOR)) return { parameters, bind };
  const [cursor, mark = ""] = given.split(SEPARATOR, 2);
  if (!marks().includes(mark)) {
    const why =
      "belongs to another list, filter or order: send the other parameters as they were, or begin without a cursor";
    throw invalid(problem("cursor", why));
  }
  return { parameters: { ...parameters, cursor }, bind };
}
