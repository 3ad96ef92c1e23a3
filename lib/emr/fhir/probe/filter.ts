import { type Page, type ProbedResource, search } from "./page.ts";
import type { Probing } from "./probing.ts";
import { FEW, type ProbedType } from "./readable.ts";
import { STRICT } from "./unknown-parameter.ts";

/** How a search parameter behaves, and the reason in words if it does not work. */
export interface FilterFound {
  outcome: "works" | "ignored" | "refused" | "unknown";
  words: string;
}

/** A search parameter to try. */
export interface Filter {
  type: ProbedType;
  /** A query that no resource matches. */
  never: string;
  /** A query that a known resource matches, and whether a resource matches it; null if none is known. */
  match: Match | null;
  /** The same of resources that have no value of the parameter: a server that does not know it finds none of them. */
  lacking?: Match;
  /** True if the known record is asked for alone where the sample shows others: they would come too if the filter did nothing. */
  sparing?: true;
}

interface Match {
  query: string;
  fits(resource: ProbedResource): boolean;
}

const works: FilterFound = { outcome: "works", words: "works" };
const untold: FilterFound = { outcome: "unknown", words: "could not be told: there is no record to find" };

/** Judges by a query for a known record. */
function judgedByMatch(page: Page, fits: (resource: ProbedResource) => boolean): FilterFound {
  const { answer, resources } = page;
  if (answer.kind === "none") return { outcome: "unknown", words: answer.words };
  if (answer.kind === "refused") return { outcome: "refused", words: answer.words };
  if (resources.length === 0) return { outcome: "refused", words: "does not find a record that is there" };
  return resources.every(fits) ? works : { outcome: "ignored", words: "also returns records that do not match" };
}

/** Judges by the records that have no value of the parameter, on a server that finds nothing by one that it does not know. */
async function judgedByLacking({ calls }: Probing, type: ProbedType, { query, fits }: Match): Promise<FilterFound> {
  const { resources } = await search(calls, `${type}?${query}&_count=${FEW}`);
  return resources.length > 0 && resources.every(fits) ? works : untold;
}

/** Judges an empty answer without a known record: by what the server does with parameters that it does not know. */
async function judgedByHandling(probing: Probing, { type, never, lacking }: Filter): Promise<FilterFound> {
  const { calls, samples, handling } = probing;
  const hasData = (samples.get(type)?.resources.length ?? 0) > 0;
  if (handling.unknown_parameter === "refused") return works;
  if (handling.unknown_parameter === "ignored" && hasData) return works;
  if (handling.strict_handling === "refused") {
    const { answer } = await search(calls, `${type}?${never}&_count=${FEW}`, STRICT);
    if (answer.kind === "ok") return works;
    if (answer.kind === "refused") return { outcome: "ignored", words: "is not known to the server" };
  }
  if (handling.unknown_parameter === "empty" && lacking) return judgedByLacking(probing, type, lacking);
  return untold;
}

/** Tries a filter by its effect: it must return nothing for a value that does not exist, and a record that does. */
export async function tryFilter(probing: Probing, filter: Filter): Promise<FilterFound> {
  const { calls } = probing;
  const { type, never, match } = filter;
  const known = match === null ? null : () => search(calls, `${type}?${match.query}&_count=${FEW}`);
  if (filter.sparing && match && known && !probing.samples.get(type)?.resources.every(match.fits))
    return judgedByMatch(await known(), match.fits);
  const none = await search(calls, `${type}?${never}&_count=${FEW}`);
  if (none.answer.kind === "none") return { outcome: "unknown", words: none.answer.words };
  if (none.answer.kind === "refused") return { outcome: "refused", words: none.answer.words };
  if (none.resources.length > 0)
    return { outcome: "ignored", words: "is ignored: it returns records that do not match" };
  if (match === null || known === null) return judgedByHandling(probing, filter);
  return judgedByMatch(await known(), match.fits);
}
