import { jsonOf } from "#lib/emr/http/json";
import type { Profile } from "#lib/emr/port/profile";
import type { Remote } from "#lib/emr/records-api/remote";
import { FURTHER_READS, SHOWN_READS } from "#lib/emr/records-api/traits";
import {
  isOk,
  isRefused,
  refused,
  refusesAll,
  type Tried,
  tryRead,
  unreached,
  wordsOf,
} from "#lib/emr/records-api/tried";
import { addDays } from "#lib/kernel/dates";
import { pagesIn, recordIn, rowsIn } from "./answers.ts";
import { type Answers, capabilitiesFound, UNSEEN_PATHS } from "./capabilities.ts";
import { AVAILABILITY_PATH, EVENT_LISTS, EVENTS_PATH, referenceTrait } from "./names.ts";
import { VISIT_TYPES } from "./record-kinds.ts";

/** Reads of this dialect beside those of the interface. */
const OWN_READS = [EVENTS_PATH, AVAILABILITY_PATH, "/insurance-providers", "/pharmacies"] as const;

const DAYS_PATHS = ["/appointments", "/claims", "/referrals"];

/** The query of a read that a probe tries: of one day, or of one row. */
function queryOf(path: string): Record<string, string> {
  const today = new Date().toISOString().slice(0, 10);
  if (path === AVAILABILITY_PATH) return { start_date: today, end_date: today, calculation_method: "slots" };
  if (DAYS_PATHS.includes(path)) return { start_date: addDays(today, -1), end_date: today };
  return path === "/patients" || OWN_READS.some((each) => each === path) ? { page: "1", page_size: "1" } : {};
}

const bodyOf = (tried: Tried | undefined) => (tried && isOk(tried) ? jsonOf(tried.response) : null);

function pageWords(tried: Answers): string {
  const body = bodyOf(tried.get("/patients")) ?? bodyOf(tried.get(EVENTS_PATH));
  if (body === null) return "unknown: neither patients nor events are answered";
  return pagesIn(body) === null ? "states no pages: a list is read until a page is not full" : "states pages by number";
}

const openTimeWords = (tried: Answers): string =>
  isOk(tried.get(AVAILABILITY_PATH) ?? { problem: "" })
    ? "are those that the service calculates for any visit"
    : `are not read: the service does not answer GET ${AVAILABILITY_PATH}`;

/** Returns the findings of GET /settings. */
function settingsTraits(tried: Answers): string[] {
  const body = bodyOf(tried.get("/settings"));
  const found = body && (recordIn(body, "data", "settings") as Record<string, unknown> | null);
  const { visit_types: types, access_token_reference_id: reference } = found ?? {};
  return [
    ...(Array.isArray(types) && types.length > 0 ? [VISIT_TYPES] : []),
    ...(typeof reference === "string" && reference !== "" ? [referenceTrait(reference)] : []),
  ];
}

/** Returns by what a remote of this dialect is recognized; null if it is none. Throws no EmrError. */
export async function recognize(remote: Remote, signal: AbortSignal): Promise<string | null> {
  const events = bodyOf(await tryRead(remote, EVENTS_PATH, queryOf(EVENTS_PATH), signal));
  try {
    if (events && rowsIn(events, ...EVENT_LISTS)) return `answers GET ${EVENTS_PATH}`;
  } catch {
    return null;
  }
  const settings = bodyOf(await tryRead(remote, "/settings", {}, signal));
  const own = settings && settings.settings === undefined && recordIn(settings, "data");
  return own ? "answers GET /settings under data" : null;
}

/** Tries what a service does, by reads alone. */
export async function probeService(remote: Remote, signal: AbortSignal): Promise<Profile> {
  const tried = new Map<string, Tried>();
  const first = await tryRead(remote, "/providers", {}, signal);
  if ("problem" in first) return unreached("reachable", first.problem);
  if (refusesAll(first.response)) return refused(first.response);
  tried.set("/providers", first);
  for (const path of [...SHOWN_READS, ...FURTHER_READS, ...OWN_READS, ...UNSEEN_PATHS]) {
    if (!tried.has(path)) tried.set(path, await tryRead(remote, path, queryOf(path), signal));
  }
  const all = [...tried.values()];
  if (isRefused(first) && all.every(isRefused)) return refused(first.response);
  if (!all.some(isOk)) return unreached("GET /providers", wordsOf(first));
  const answering = [...tried].filter(([, each]) => isOk(each)).map(([path]) => `GET ${path}`);
  return {
    reachable: true,
    server: null,
    capabilities: capabilitiesFound(tried),
    behaviour: [
      { probe: "credentials", found: "are taken" },
      ...[...tried].map(([path, each]) => ({ probe: `GET ${path}`, found: wordsOf(each) })),
      { probe: "paging", found: pageWords(tried) },
      { probe: "open times", found: openTimeWords(tried) },
      {
        probe: "Idempotency-Key",
        found: "is not known: an operation is sent once, and one whose end is unknown is looked for",
      },
    ],
    traits: [...answering, ...settingsTraits(tried)],
  };
}
