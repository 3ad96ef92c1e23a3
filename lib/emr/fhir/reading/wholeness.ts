import type { FhirContext } from "#lib/emr/fhir/context";
import { EmrError } from "#lib/emr/port/port";
import type { FoundPage } from "./search.ts";

/** Connections whose server was seen to state totals of whole lists: more than the entries of the page. */
const totalling = new WeakSet<FhirContext["server"]>();

/** Takes note of a page's total, if it shows that the server's totals are those of whole lists. */
export function noteTotal({ server }: FhirContext, { total, entries }: Pick<FoundPage, "total" | "entries">): void {
  if (total !== null && total > entries) totalling.add(server);
}

/** Returns whether a total proves that a list of some length is whole: some servers state the number of the page instead. */
export const isProvedBy = ({ server }: FhirContext, total: number | null, length: number): boolean =>
  total === length && totalling.has(server);

/** The result of trying whether a page that offers no next one is the whole list. */
export type Wholeness = "whole" | "cut" | "unknown";

/**
 * Returns whether a list is whole whose first page has no link to a next one: some servers cut a larger `_count` in
 * silence. It is if a total of whole lists agrees, or if the same list in smaller pages has a link and the one in a page of
 * exactly its length has none. `cut`: the list goes on in pages of this length. `ask` reads its first page of a length.
 */
export async function wholenessOf(
  context: FhirContext,
  { entries, total }: Pick<FoundPage, "entries" | "total">,
  ask: (count: number) => Promise<FoundPage>,
): Promise<Wholeness> {
  if (entries < 2 || isProvedBy(context, total, entries)) return "whole";
  const smaller = Math.floor(entries / 2);
  try {
    const part = await ask(smaller);
    noteTotal(context, part);
    // A total of the smaller page that is not the same cannot be relied on.
    if (part.total !== null && part.total === total && isProvedBy(context, part.total, entries)) return "whole";
    // The server takes no page size: its total is all that it says.
    if (part.entries > smaller) return part.entries === entries && total === entries ? "whole" : "unknown";
    if (part.next === null) return "unknown";
    const same = await ask(entries);
    return same.next === null && same.entries === entries ? "whole" : "cut";
  } catch (error) {
    if (error instanceof EmrError && !error.limited) return "unknown";
    throw error;
  }
}
