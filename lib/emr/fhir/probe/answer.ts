import { type EmrRequest, type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import { messageOf } from "#lib/emr/fhir/outcome";
import type { FhirServer } from "#lib/emr/fhir/server";
import { jsonOf } from "#lib/emr/http/json";
import { refusesByLimit } from "#lib/emr/http/limits";
import { EmrError } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";

/** Deadline of one call of a probe: one that is not answered must not keep the others from being made. */
export const CALL_MS = 8_000;
/** Calls of a probe at the same time, unless the connection allows fewer. */
const AT_ONCE = 4;
const MAX_WORDS = 200;

/** The result of a probe's call. */
export interface Answer {
  /** HTTP status; 0 if there was no response. */
  status: number;
  /**
   * `ok`: 2xx. `refused`: the server does not do it. `none`: nothing can be concluded, as after a time-out, a 5xx, a
   * redirect or a reached limit of calls.
   */
  kind: "ok" | "refused" | "none";
  headers: Readonly<Record<string, string>>;
  /** The JSON object of the body, or null. */
  json: Record<string, unknown> | null;
  /** The answer in words, for an admin. */
  words: string;
  /** The field of `connection` by which the call could not be made, such as credentials that get no token; or null. */
  connectionField: string | null;
}

/** The calls of one probe: they never throw, and are counted. */
export interface ProbeCalls {
  /** Address below which the resources are. */
  readonly baseUrl: string;
  /** The base URL by which the server names itself; null as long as no search told it. */
  readonly statedBase: string | null;
  readonly made: number;
  ask(address: string, request?: EmrRequest): Promise<Answer>;
  /** Reads an address of another origin without credentials. */
  askElsewhere(url: URL): Promise<Answer>;
}

function kindOf(response: EmrResponse, message: string): Answer["kind"] {
  const { status } = response;
  if (status >= 200 && status <= 299) return "ok";
  const isPassing = status < 400 || [401, 408, 425].includes(status) || refusesByLimit(response, message);
  if (isPassing || (status >= 500 && status !== 501)) return "none";
  return "refused";
}

/** A search of a type, relative to the base URL. */
const SEARCHED = /^([A-Z][A-Za-z]+)(?:\/_search)?(?:\?|$)/;

function answerOf(server: FhirServer, address: string, response: EmrResponse): Answer {
  const { status, headers } = response;
  const message = beginningOf(messageOf(response), MAX_WORDS);
  const kind = kindOf(response, message);
  const json = jsonOf(response);
  const said = message.includes(String(status)) ? "" : `: ${message}`;
  return {
    status,
    kind,
    headers,
    json: json && server.reached(json, SEARCHED.exec(address)?.[1]),
    words: kind === "ok" ? "answers" : `answers ${status}${said}`,
    connectionField: null,
  };
}

const silence = (words: string, connectionField: string | null = null): Answer => ({
  status: 0,
  kind: "none",
  headers: {},
  json: null,
  words,
  connectionField,
});

/** How the calls of a probe are made. */
export interface Pace {
  /** Deadline of each call. */
  callMs?: number;
  /** Greatest number of calls at the same time that the connection allows; null for any. */
  atOnce?: number | null;
}

/** Returns the calls of a probe, a few at a time. At the end of `signal` the calls that are left fail at once. */
export function probeCalls(
  server: FhirServer,
  signal: AbortSignal,
  { callMs = CALL_MS, atOnce = null }: Pace = {},
): ProbeCalls {
  const width = Math.min(AT_ONCE, atOnce ?? AT_ONCE);
  const lanes = Array.from({ length: width }, () => Promise.resolve<unknown>(undefined));
  let made = 0;
  let turn = 0;
  async function once(call: () => Promise<EmrResponse>, address: string): Promise<Answer> {
    if (signal.aborted) return silence("was not tried: the time for the test was over");
    made++;
    try {
      return answerOf(server, address, await call());
    } catch (error) {
      if (error instanceof EmrError && error.connectionField !== null)
        return silence(`cannot be asked: ${error.message}`, error.connectionField);
      if (error instanceof EmrError || error instanceof EmrUnanswered)
        return silence(`gets no answer: ${error.message}`);
      throw error;
    }
  }
  const inLane = (call: () => Promise<EmrResponse>, address: string): Promise<Answer> => {
    const lane = turn++ % width;
    const answer = (lanes[lane] as Promise<unknown>).then(() => once(call, address));
    lanes[lane] = answer.catch(() => undefined);
    return answer;
  };
  return {
    baseUrl: server.baseUrl,
    get statedBase() {
      return server.statedBase;
    },
    get made() {
      return made;
    },
    ask: (address, request = {}) =>
      inLane(() => server.ask(address, { deadlineMs: callMs, ...request, signal }), address),
    askElsewhere: (url) => inLane(() => server.askElsewhere(url, { deadlineMs: callMs, signal }), url.href),
  };
}
