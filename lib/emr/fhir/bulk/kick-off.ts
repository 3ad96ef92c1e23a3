import { messageOf, refusalOf } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import type { FhirServer } from "#lib/emr/fhir/server";
import { refusesByLimit } from "#lib/emr/http/limits";
import { EmrError } from "#lib/emr/port/port";
import { askForFewer } from "./fewer-types.ts";
import { type ExportLevel, exportAddress, exportedTypes } from "./levels.ts";
import { waitOf } from "./wait.ts";

/** An export that is asked for. */
export interface AskedExport {
  level: ExportLevel;
  /** Id of the group, for its level. */
  group?: string | undefined;
  types?: readonly string[];
  /** Moment since which changes alone are wanted (ISO 8601); null for all resources. */
  since?: string | null;
}

/** The answer to a request for an export. */
export type KickedOff =
  /**
   * `status`: the address at which the export is asked for. `at`: the moment of the answer by the server's clock. `types`: those
   * that it was asked for.
   */
  | { kind: "begun"; status: string; at: string | null; waitMs: number | null; types: readonly string[] }
  /** The server begins no export now. */
  | { kind: "busy"; reason: string; waitMs: number | null }
  /** `words`: the server's answer, if the refusal may be for some of the types alone. */
  | { kind: "refused"; reason: string; words?: string };

/** Statuses of a refusal for what was asked. */
const OF_WHAT_WAS_ASKED: readonly number[] = [400, 403, 422, 501];

async function askFor(
  { server, asked, prefer }: { server: FhirServer; asked: AskedExport; prefer: string },
  signal: AbortSignal,
): Promise<KickedOff> {
  const address = exportAddress(asked.level, asked.group);
  if (address === null) return { kind: "refused", reason: "The group of the export is not known" };
  const types = asked.types ?? exportedTypes(asked.level);
  const query = new URLSearchParams({ _outputFormat: "application/fhir+ndjson", _type: types.join(",") });
  if (asked.since != null) query.set("_since", asked.since);
  const response = await server.ask(`${address}?${query}`, { signal, headers: { prefer } });
  const message = messageOf(response);
  if (response.status === 202) {
    const { "content-location": stated, date = "" } = response.headers;
    const status = stated === undefined ? null : ownAddress(stated, server.baseUrl, address);
    if (status === null)
      return { kind: "refused", reason: "The EMR begins an export, but names no address of its own for its status" };
    const at = Date.parse(date);
    return {
      kind: "begun",
      status: status.href,
      at: Number.isNaN(at) ? null : new Date(at).toISOString(),
      types,
      waitMs: waitOf(response),
    };
  }
  const isForWhatWasAsked = OF_WHAT_WAS_ASKED.includes(response.status);
  if (refusesByLimit(response, message) || (response.status >= 500 && !isForWhatWasAsked))
    return { kind: "busy", reason: message, waitMs: waitOf(response) };
  if (response.status < 400)
    return { kind: "refused", reason: `The EMR answers a request for an export with the status ${response.status}` };
  const refusal = refusalOf(response);
  if (response.status === 401) throw refusal;
  return { kind: "refused", reason: refusal.message, ...(isForWhatWasAsked && { words: response.body.toString() }) };
}

/**
 * Asks for an export. A server that refuses it is asked once more, to leave out what it does not know, and then for fewer
 * types. Throws an EmrError if there is no answer.
 */
export async function kickOff(server: FhirServer, asked: AskedExport, signal: AbortSignal): Promise<KickedOff> {
  const first = await askFor({ server, asked, prefer: "respond-async" }, signal);
  if (first.kind !== "refused") return first;
  const lenient = (types?: readonly string[]) =>
    askFor({ server, asked: { ...asked, ...(types && { types }) }, prefer: "respond-async, handling=lenient" }, signal);
  let answer = await lenient();
  if (answer.kind === "refused" && answer.words !== undefined) {
    const types = asked.types ?? exportedTypes(asked.level);
    const ask = async (some: readonly string[]) => {
      answer = await lenient(some);
      return answer.kind === "refused" ? (answer.words ?? "") : null;
    };
    await askForFewer({ server, types, refusal: answer.words }, ask, signal);
  }
  return answer.kind === "refused" ? first : answer;
}

/** Tells the server that an export is no longer needed, so that it ends it and removes its files. Never throws. */
export async function cancelExport(server: FhirServer, status: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await server.ask(status, { method: "DELETE", signal });
    return response.status < 300;
  } catch (error) {
    if (error instanceof EmrError) return false;
    throw error;
  }
}
