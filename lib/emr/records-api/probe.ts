import { z } from "zod";
import type { EmrResponse } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
import type { ConnectionFault, Profile } from "#lib/emr/port/profile";
import { capabilitiesFound, capabilitiesUnknown } from "./capabilities.ts";
import { messageOf, type Remote } from "./remote.ts";
import { nextCursorOf } from "./rows.ts";
import { answersTo, DECISIONS, FURTHER_READS, IDEMPOTENCY_KEY, type ReadPath, SHOWN_READS } from "./traits.ts";

type Finding = Profile["behaviour"][number];

/** The result of one read: its response, or why there is none. */
type Tried = { response: EmrResponse } | { problem: string };

const isoDay = () => new Date().toISOString().slice(0, 10);

async function tryRead(remote: Remote, path: string, signal: AbortSignal): Promise<Tried> {
  const today = isoDay();
  const query = path === "/appointments" ? { start_date: today, end_date: today } : {};
  try {
    return { response: await remote.ask(path, query, signal) };
  } catch (error) {
    if (error instanceof EmrError) return { problem: error.message };
    throw error;
  }
}

const isOk = (tried: Tried): tried is { response: EmrResponse } =>
  "response" in tried && tried.response.status === 200 && jsonOf(tried.response)?.success !== false;

function wordsOf(tried: Tried): string {
  if ("problem" in tried) return tried.problem;
  const { response } = tried;
  return isOk(tried) ? "answers" : `${response.status}: ${messageOf(response)}`;
}

/** The statements of a remote's own API document, if it has one. */
const apiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string() }).partial().catch({}),
  paths: z.record(z.string(), z.unknown()),
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

/** Returns the profile of a remote that answers nothing, or refuses the credentials. */
const unusable = (
  { reachable, reason, faults }: { reachable: boolean; reason: string; faults: ConnectionFault[] },
  behaviour: Finding[],
): Profile => ({
  reachable,
  faults,
  server: null,
  capabilities: capabilitiesUnknown(reason),
  behaviour,
  traits: [],
});

const unreached = (probe: string, found: string): Profile =>
  unusable(
    {
      reachable: false,
      reason: "The remote could not be reached",
      faults: [{ field: "base_url", message: `must lead to an EMR that answers (${found})` }],
    },
    [{ probe, found }],
  );

/** The credentials, which a remote refuses together: it does not say which of them is wrong. */
const CREDENTIALS = ["client_id", "client_secret", "access_token"] as const;

function refused(response: EmrResponse): Profile {
  const said = `(${response.status}): ${messageOf(response)}`;
  const message = `is refused by the EMR, alone or with the other credentials ${said}`;
  return unusable(
    {
      reachable: true,
      reason: "The remote refuses the credentials",
      faults: CREDENTIALS.map((field) => ({ field, message })),
    },
    [{ probe: "credentials", found: `client_id, client_secret and access_token are refused together ${said}` }],
  );
}

const isRefused = (tried: Tried): tried is { response: EmrResponse } =>
  "response" in tried && [401, 403].includes(tried.response.status);

/**
 * Tries what a remote does, by reads alone: whether it can be reached and takes the credentials, which reads answer, how
 * it pages, what the EMR behind it can do, and whether it documents this product's own decisions.
 */
export async function probeRemote(remote: Remote, signal: AbortSignal): Promise<Profile> {
  const first = await tryRead(remote, "/visit-statuses", signal);
  if ("problem" in first) return unreached("reachable", first.problem);
  if (first.response.status === 401) return refused(first.response);
  const tried = new Map<ReadPath, Tried>([["/visit-statuses", first]]);
  for (const path of [...SHOWN_READS, ...FURTHER_READS]) {
    if (!tried.has(path)) tried.set(path, await tryRead(remote, path, signal));
  }
  const all = [...tried.values()];
  if (isRefused(first) && all.every(isRefused)) return refused(first.response);
  if (!all.some(isOk)) return unreached(answersTo("/visit-statuses"), wordsOf(first));
  const document = documentOf(await tryRead(remote, "/openapi.json", signal));
  const decides = document !== null && describesDecisions(document);
  const honoursKey = document !== null && namesKey(document);
  const answering = [...tried].filter(([, each]) => isOk(each)).map(([path]) => path);
  return {
    reachable: true,
    server: document?.info.title === undefined ? null : `${document.info.title} ${document.info.version ?? ""}`.trim(),
    capabilities: capabilitiesFound(statedCapabilities(tried.get("/settings")), decides),
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
