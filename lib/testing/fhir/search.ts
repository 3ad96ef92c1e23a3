import { randomUUID } from "node:crypto";
import { globalSchema } from "@medplum/core";
import type { Bundle, BundleEntry } from "@medplum/fhirtypes";
import type { FhirHabits } from "./habits.ts";
import { inWholeSeconds } from "./whole-seconds.ts";

/** Thrown if a search is refused; the status and the reason of the answer. */
export class SearchRefused extends Error {
  readonly status: 400 | 410;
  constructor(message: string, status: 400 | 410 = 400) {
    super(message);
    this.status = status;
  }
}

/** A search as it arrived. `type` is empty for a further page of held results. */
export interface Asked {
  type: string;
  parameters: URLSearchParams;
  /** True after `Prefer: handling=strict`. */
  strict: boolean;
  /** The base URL under which the client knows the server. */
  baseUrl: string;
}

/** Searches with Medplum's repository: the address is `Type?query`. Rejects with an OperationOutcomeError. */
export type Search = (address: string) => Promise<Bundle>;

const CONTROLS = new Set([
  "_count",
  "_offset",
  "_sort",
  "_summary",
  "_total",
  "_elements",
  "_include",
  "_revinclude",
  "_format",
  "_pretty",
]);

/** Names of a further page's parameters, as another widespread server has them. */
const HELD = "_getpages";
const HELD_OFFSET = "_getpagesoffset";

/** Greatest number of searches whose pages are kept: the least recently used goes first. */
const MAX_HELD = 20;

function isKnown(type: string, name: string): boolean {
  const [code = ""] = name.split(/[:.]/);
  return CONTROLS.has(code) || globalSchema.types[type]?.searchParams?.[code] !== undefined;
}

/** Returns the parameters that the server applies. Throws if one is refused. */
function applied({ type, parameters, strict }: Asked, habits: FhirHabits): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of parameters) {
    const unknown = strict && habits.strictOnRequest ? "refused" : habits.unknownParameters;
    const treatment = isKnown(type, name) ? (habits.parameters[name] ?? "works") : unknown;
    if (treatment === "refused") throw new SearchRefused(`Unknown search parameter: ${name}`);
    if (treatment === "empty") kept.append("no-such-parameter", value);
    if (treatment !== "works") continue;
    const seconds = habits.wholeSeconds && name === "_lastUpdated";
    kept.append(name, seconds ? inWholeSeconds(value) : value);
  }
  return kept;
}

function pageSizeOf(parameters: URLSearchParams, habits: FhirHabits): number {
  const asked = parameters.get("_count");
  if (asked === null || !/^\d+$/.test(asked)) return habits.pageSize;
  if (Number(asked) > habits.maxPageSize && habits.overMaxPageSize === "refused")
    throw new SearchRefused(`_count must be at most ${habits.maxPageSize}`);
  return Math.min(Number(asked), habits.maxPageSize);
}

/** Returns the searches of a server: Medplum's, in pages with links, and with the habits. */
export function searches(search: Search, habits: () => FhirHabits): (asked: Asked) => Promise<Bundle> {
  const held = new Map<string, { self: string; entries: BundleEntry[]; total: number | undefined }>();

  const linkTo = (address: string, { baseUrl }: Asked): string => {
    const { nextLink } = habits();
    if (nextLink === "relative") return address;
    return nextLink === "rooted" ? `${new URL(baseUrl).pathname}/${address}` : `${baseUrl}/${address}`;
  };

  const bundleOf = (
    asked: Asked,
    page: { entries: BundleEntry[]; total: number | undefined; self: string; next: string | null },
  ): Bundle => ({
    resourceType: "Bundle",
    type: "searchset",
    ...(habits().totals && page.total !== undefined ? { total: page.total } : {}),
    link: [
      { relation: "self", url: `${asked.baseUrl}/${page.self}` },
      ...(page.next === null ? [] : [{ relation: "next", url: linkTo(page.next, asked) }]),
    ],
    ...(page.entries.length === 0
      ? {}
      : {
          entry: page.entries.map((entry) => ({
            fullUrl: `${asked.baseUrl}/${entry.resource?.resourceType}/${entry.resource?.id}`,
            ...entry,
          })),
        }),
  });

  function heldPage(asked: Asked, token: string, offset: number, size: number): Bundle {
    const results = held.get(token);
    if (!results) throw new SearchRefused("The search has expired", 410);
    held.delete(token);
    held.set(token, results);
    const entries = results.entries.slice(offset, offset + size);
    const isLast = offset + size >= results.entries.length;
    const next = isLast ? null : `?${HELD}=${token}&${HELD_OFFSET}=${offset + size}&_count=${size}`;
    return bundleOf(asked, { ...results, entries, next });
  }

  async function firstHeldPage(asked: Asked, kept: URLSearchParams, size: number): Promise<Bundle> {
    const self = `${asked.type}?${kept}`;
    kept.delete("_count");
    const { entry = [], total } = await search(`${asked.type}?${kept}`);
    const token = randomUUID();
    held.set(token, { self, entries: entry, total });
    const [oldest] = held.keys();
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest);
    return heldPage(asked, token, 0, size);
  }

  return async (asked) => {
    const token = asked.parameters.get(HELD);
    const size = pageSizeOf(asked.parameters, habits());
    if (token !== null) return heldPage(asked, token, Number(asked.parameters.get(HELD_OFFSET)), size);
    const kept = applied(asked, habits());
    if (kept.get("_summary") === "count") {
      const { total } = await search(`${asked.type}?${kept}`);
      return { resourceType: "Bundle", type: "searchset", total: total ?? 0 };
    }
    if (habits().paging === "held") return firstHeldPage(asked, kept, size);
    const offset = Number(kept.get("_offset") ?? 0);
    kept.set("_count", String(size));
    const { entry = [], total } = await search(`${asked.type}?${kept}`);
    const self = `${asked.type}?${kept}`;
    kept.set("_offset", String(offset + size));
    const next = size > 0 && offset + size < (total ?? 0) ? `${asked.type}?${kept}` : null;
    return bundleOf(asked, { entries: entry, total, self, next });
  };
}
