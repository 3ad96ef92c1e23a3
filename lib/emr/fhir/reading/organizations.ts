import type { FhirContext } from "#lib/emr/fhir/context";
import { isReadable } from "#lib/emr/fhir/ways";
import { EmrError } from "#lib/emr/port/port";
import { lookupById } from "./lookup.ts";
import { firstPlace, readSearch, type SearchPlace } from "./pages.ts";
import { idIn } from "./references.ts";

/** Levels of a tree of organizations that are looked at. */
const MAX_LEVELS = 10;

/** The organizations of the clinic: whether one of them employs somebody. */
export interface Organizations {
  /** True if the server's locations name none, so that nobody is known to work elsewhere. */
  isUnknown: boolean;
  /** Returns those of some organizations that are the clinic's. */
  among(ids: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>;
}

const UNKNOWN: Organizations = { isUnknown: true, among: async () => new Set() };

/** Reads the ids of the organizations that manage the server's locations; null if the list of locations may not be whole. */
async function managingIds(context: FhirContext, signal: AbortSignal): Promise<Set<string> | null> {
  const ids = new Set<string>();
  for (let place: SearchPlace | null = firstPlace(context, null); place; ) {
    const page = await readSearch(context, { type: "Location" }, place, signal);
    for (const { managingOrganization } of page.resources) {
      const id = idIn(managingOrganization, "Organization", context.server.baseUrl);
      if (id !== null) ids.add(id);
    }
    if (page.doubt !== null) return null;
    place = page.next;
  }
  return ids;
}

/**
 * Returns a reader of the clinic's organizations: those that manage the server's locations, those of which they are a part, and
 * those that are a part of them. Roles often stand at the practice, places at its department. It reads the locations once
 * per connection; nothing is known if the server does not show them, or not all of them.
 */
export function organizationsOf(context: FhirContext) {
  const { server, findings } = context;
  const parents = lookupById(context, "Organization", ({ partOf }) => idIn(partOf, "Organization", server.baseUrl));

  /** Returns each id with those of which it is a part, from below. */
  async function chainsOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string[]>> {
    const chains = new Map(ids.map((id) => [id, [id]]));
    for (let level = 0; level < MAX_LEVELS; level++) {
      const tops = [...chains.values()].map((chain) => chain.at(-1) ?? "");
      const above = await parents(tops, signal);
      let isHigher = false;
      for (const chain of chains.values()) {
        const parent = above.get(chain.at(-1) ?? "");
        if (parent === undefined || chain.includes(parent)) continue;
        chain.push(parent);
        isHigher = true;
      }
      if (!isHigher) break;
    }
    return chains;
  }

  async function read(signal: AbortSignal): Promise<Organizations> {
    const managing = await managingIds(context, signal).catch((error: unknown) => {
      if (error instanceof EmrError && error.kind === "validation") return null;
      throw error;
    });
    if (managing === null || managing.size === 0) return UNKNOWN;
    const above = new Set([...(await chainsOf([...managing], signal)).values()].flat());
    return {
      isUnknown: false,
      async among(ids, within) {
        const chains = await chainsOf([...new Set(ids)], within);
        const isOurs = ([id, chain]: [string, string[]]) => above.has(id) || chain.some((each) => managing.has(each));
        return new Set([...chains].filter(isOurs).map(([id]) => id));
      },
    };
  }

  let known: Organizations | null = null;
  return async (signal: AbortSignal): Promise<Organizations> => {
    known ??= isReadable(findings, "Location") ? await read(signal) : UNKNOWN;
    return known;
  };
}
