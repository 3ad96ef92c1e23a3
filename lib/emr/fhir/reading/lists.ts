import type { FhirServer } from "#lib/emr/fhir/server";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { groupsOf } from "./groups.ts";

/** Values of one search. */
const MOST = 100;

/** The most values of one search that a server was seen to take, and whether it answers more of them with as many. */
interface Limit {
  most: number;
  isCut: boolean;
}

/** What is known of lists, by connection, and by type and parameter. */
const seen = new WeakMap<FhirServer, Map<string, Limit>>();

function limitOf(server: FhirServer, name: string): Limit {
  const limits = seen.get(server) ?? new Map<string, Limit>();
  seen.set(server, limits);
  const limit = limits.get(name) ?? { most: MOST, isCut: false };
  limits.set(name, limit);
  return limit;
}

/** A search for some values, and what is done about a value that a list does not find. */
interface InLists {
  /** Type and parameter, such as `Patient?_id`. */
  name: string;
  values: readonly string[];
  /** The most values that a page was seen to hold; null if no limit is known. */
  pageSize: number | null;
  search(values: readonly string[]): Promise<Untrusted[]>;
  /** Returns the values by which a resource is found. */
  valuesOf(resource: Untrusted): readonly string[];
  /** Asks for one value alone. */
  single(value: string): Promise<readonly Untrusted[]>;
}

/**
 * Yields the resources of some values, asked for in lists. A server may cut its answer in silence, look for the first values of a
 * list alone, or for none: what a list lacks is asked for in smaller ones as long as those find more, then alone.
 */
export async function* inLists(server: FhirServer, asked: InLists): AsyncGenerator<Untrusted> {
  const { name, values, pageSize, search, valuesOf, single } = asked;
  const limit = limitOf(server, name);
  const pending = [...values];
  /** Searches for some values. Returns the resources, and the values without one. */
  const look = async (some: readonly string[]) => {
    const resources = await search(some);
    const missing = new Set(some);
    for (const resource of resources) for (const value of valuesOf(resource)) missing.delete(value);
    return { resources, missing: [...missing], found: some.length - missing.size };
  };
  /** Asks for some values alone; the rest of them once one is there, as a list should have had it. */
  async function* alone(some: readonly string[], isListed: boolean): AsyncGenerator<Untrusted> {
    for (const [place, value] of some.entries()) {
      const resources = await single(value);
      yield* resources;
      if (resources.length === 0 || !isListed) continue;
      limit.most = Math.max(1, Math.floor(some.length / 2));
      pending.push(...some.slice(place + 1));
      return;
    }
  }
  while (pending.length > 0) {
    const most = Math.min(limit.most, pageSize ?? MOST);
    const [some = []] = groupsOf(server, pending.slice(0, most), most);
    pending.splice(0, some.length);
    if (some.length === 1) {
      yield* alone(some, false);
      continue;
    }
    const first = await look(some);
    yield* first.resources;
    // A list may have been refused for one of its values alone.
    if (first.missing.length === 0 && !limit.isCut) limit.most = Math.min(MOST, limit.most * 2);
    if (first.missing.length === 0) continue;
    if (first.found === 0) {
      yield* alone(first.missing, true);
      continue;
    }
    const again = first.missing.length > 1 ? await look(first.missing.slice(0, first.found)) : null;
    if (again) yield* again.resources;
    if (again && again.found > 0) {
      // The first answer was cut.
      Object.assign(limit, { most: Math.max(first.found, again.found), isCut: true });
      pending.push(...first.missing.filter((value, place) => place >= first.found || again.missing.includes(value)));
      continue;
    }
    yield* alone(first.missing, false);
  }
}
