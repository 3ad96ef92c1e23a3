import { z } from "zod";
import { jsonOf } from "#lib/emr/http/json";
import type { Profile } from "#lib/emr/port/profile";
import type { Remote } from "#lib/emr/records-api/remote";
import { nextCursorOf } from "#lib/emr/records-api/rows";
import {
  answersTo,
  DECISIONS,
  FURTHER_READS,
  IDEMPOTENCY_KEY,
  type ReadPath,
  SHOWN_READS,
} from "#lib/emr/records-api/traits";
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
import { capabilitiesFound } from "./capabilities.ts";

/** The query of a read that a probe tries. */
function queryOf(path: string): Record<string, string> {
  if (path !== "/appointments") return {};
  const today = new Date().toISOString().slice(0, 10);
  return { start_date: today, end_date: today };
}

/** The statements of a remote's own API document, if it has one. */
const apiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string() }).partial().catch({}),
  paths: z.record(z.string(), z.record(z.string(), z.unknown()).catch({})),
  components: z
    .object({ parameters: z.record(z.string(), z.object({ name: z.string() })) })
    .partial()
    .catch({}),
});

type ApiDocument = z.infer<typeof apiDocument>;

const documentOf = (tried: Tried): ApiDocument | null =>
  isOk(tried) ? (apiDocument.safeParse(jsonOf(tried.response)).data ?? null) : null;

/** Returns whether a document describes the points that this product decides (decisions §5). */
const describesDecisions = ({ paths }: ApiDocument): boolean =>
  ["/patients", "/tasks", "/orders", "/recalls/{id}/actions", "/appointments"].every((path) => path in paths);

/** Returns the requests that a document describes: `POST /patients`. */
const requestsIn = (document: ApiDocument | null): string[] =>
  Object.entries(document?.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

const namesKey = ({ components }: ApiDocument): boolean =>
  Object.values(components.parameters ?? {}).some(({ name }) => name.toLowerCase() === "idempotency-key");

function statedCapabilities(tried: Tried | undefined): string[] | null {
  if (tried === undefined || !isOk(tried)) return null;
  const { settings } = jsonOf(tried.response) ?? {};
  return z.object({ capabilities: z.array(z.string()) }).safeParse(settings).data?.capabilities ?? null;
}

function pageWords(tried: Tried | undefined, decides: boolean): string {
  if (decides) return "pages lists by limit and cursor";
  if (tried === undefined || !isOk(tried)) return "unknown: GET /appointments does not answer";
  return nextCursorOf(jsonOf(tried.response) ?? {}) === null
    ? "no paging was seen: appointments are read by ranges of days"
    : "pages lists by a cursor";
}

/**
 * Tries what a remote does, by reads alone: whether it can be reached and takes the credentials, which reads answer, how
 * it pages, what the EMR behind it can do, and whether it documents this product's own decisions.
 */
export async function probeRemote(remote: Remote, signal: AbortSignal): Promise<Profile> {
  const first = await tryRead(remote, "/visit-statuses", {}, signal);
  if ("problem" in first) return unreached("reachable", first.problem);
  if (refusesAll(first.response)) return refused(first.response);
  const tried = new Map<ReadPath, Tried>([["/visit-statuses", first]]);
  for (const path of [...SHOWN_READS, ...FURTHER_READS]) {
    if (!tried.has(path)) tried.set(path, await tryRead(remote, path, queryOf(path), signal));
  }
  const all = [...tried.values()];
  if (isRefused(first) && all.every(isRefused)) return refused(first.response);
  if (!all.some(isOk)) return unreached(answersTo("/visit-statuses"), wordsOf(first));
  const document = documentOf(await tryRead(remote, "/openapi.json", {}, signal));
  const decides = document !== null && describesDecisions(document);
  const honoursKey = document !== null && namesKey(document);
  const answering = [...tried].filter(([, each]) => isOk(each)).map(([path]) => path);
  return {
    reachable: true,
    server: document?.info.title === undefined ? null : `${document.info.title} ${document.info.version ?? ""}`.trim(),
    capabilities: capabilitiesFound(statedCapabilities(tried.get("/settings")), {
      decides,
      requests: requestsIn(document),
    }),
    behaviour: [
      { probe: "credentials", found: "are taken" },
      ...[...tried].map(([path, each]) => ({ probe: answersTo(path), found: wordsOf(each) })),
      { probe: "paging", found: pageWords(tried.get("/appointments"), decides) },
      {
        probe: "Idempotency-Key",
        found: honoursKey
          ? "is documented: an operation whose end is unknown is sent again under its key"
          : "is not documented: an operation whose end is unknown is left to a person",
      },
    ],
    traits: [...answering.map(answersTo), ...(decides ? [DECISIONS] : []), ...(honoursKey ? [IDEMPOTENCY_KEY] : [])],
  };
}
