import { messageOf } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import type { FhirServer } from "#lib/emr/fhir/server";
import { jsonOf } from "#lib/emr/http/json";
import { refusesByLimit } from "#lib/emr/http/limits";
import { beginningOf } from "#lib/kernel/beginning-of";
import { isStorable } from "#lib/kernel/storable-text";
import { type Manifest, manifestOf } from "./manifest.ts";
import { waitOf } from "./wait.ts";

/** Parts of a manifest that are read. */
const MAX_PARTS = 1_000;
/** Characters of a server's words about its progress, as the guide allows. */
const MAX_PROGRESS = 100;
const MAX_BYTES = 64 * 1024 * 1024;

/** How far an export is. */
export type ExportStatus =
  | { kind: "waiting"; waitMs: number | null; progress: string | null }
  /** The server fails to say, which may pass. */
  | { kind: "silent"; waitMs: number | null; reason: string }
  | { kind: "failed"; reason: string }
  | { kind: "ready"; parts: Manifest[] };

function progressOf(stated: string | undefined): string | null {
  const words = beginningOf(stated?.trim() ?? "", MAX_PROGRESS);
  return words !== "" && isStorable(words) ? words : null;
}

/** Reads the status, or a part of the manifest. */
async function ask(server: FhirServer, address: string, signal: AbortSignal): Promise<ExportStatus> {
  const headers = { accept: "application/json" };
  const response = await server.ask(address, { signal, headers, maxBytes: MAX_BYTES });
  const { status } = response;
  const message = messageOf(response);
  if (status === 202)
    return { kind: "waiting", waitMs: waitOf(response), progress: progressOf(response.headers["x-progress"]) };
  if (refusesByLimit(response, message)) return { kind: "waiting", waitMs: waitOf(response), progress: null };
  if (status >= 500 || status === 408 || status === 425)
    return { kind: "silent", waitMs: waitOf(response), reason: message };
  if (status === 404 || status === 410) return { kind: "failed", reason: "The EMR no longer has its export" };
  if (status > 299) return { kind: "failed", reason: message };
  const manifest = manifestOf(jsonOf(response));
  return manifest === null
    ? { kind: "failed", reason: "The EMR's answer to the end of its export is no manifest" }
    : { kind: "ready", parts: [manifest] };
}

/** Asks how far an export is, and reads all parts of the manifest of one that has ended. Throws an EmrError if there is no answer. */
export async function askStatus(server: FhirServer, status: string, signal: AbortSignal): Promise<ExportStatus> {
  const parts: Manifest[] = [];
  const asked = new Set<string>();
  for (let address = status; ; ) {
    if (asked.has(address) || asked.size === MAX_PARTS)
      return { kind: "failed", reason: "The parts of the manifest of the EMR's export have no end" };
    asked.add(address);
    const answer = await ask(server, address, signal);
    if (answer.kind !== "ready") return answer;
    parts.push(...answer.parts);
    const next = answer.parts[0]?.next ?? null;
    if (next === null) return { kind: "ready", parts };
    const own = ownAddress(next, server.baseUrl, address);
    if (own === null)
      return { kind: "failed", reason: "The next part of the manifest of the EMR's export is at another address" };
    address = own.href;
  }
}
