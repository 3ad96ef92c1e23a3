import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { Answer, ProbeCalls } from "./answer.ts";
import { type Found, found } from "./found.ts";
import { type Probing, readableTypes } from "./probing.ts";

/** Returns what the answer to reading a resource that is not there is. */
export function absenceOf({ status, kind }: Answer): FhirFindings["missing"] {
  if (status === 404 || status === 410) return `${status}`;
  return kind === "none" ? "unknown" : "other";
}

/** The name of the probe of a deleted record. */
export const DELETED = "A deleted record";

/** Returns in words what reading a record after its deletion is answered with. */
export const deletedWords = ({ kind, words }: Answer): string =>
  kind === "ok" ? "can still be read, as if it were there" : words;

const deletions = z.object({
  entry: z.array(z.object({ request: z.object({ method: z.string(), url: z.string() }).optional().catch(undefined) })),
});

/** Returns the address of a resource that the server's history says is deleted, or null. */
async function deletedAddress(calls: ProbeCalls, type: string): Promise<string | null> {
  const { json } = await calls.ask(`${type}/_history?_count=50`);
  const entries = deletions.safeParse(json).data?.entry ?? [];
  const url = entries.find(({ request }) => request?.method === "DELETE")?.request?.url;
  const [, id] = new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]{1,64})$`).exec(url ?? "") ?? [];
  return id === undefined ? null : `${type}/${id}`;
}

/** Probe: the answers to reading a resource that was never there, and one that was deleted. */
export async function probeMissing({ calls, samples }: Probing): Promise<Found> {
  const [type] = readableTypes(samples);
  if (!type) return found("A record that is not there", "was not tried: no type can be read");
  const [never, address] = await Promise.all([calls.ask(`${type}/${randomUUID()}`), deletedAddress(calls, type)]);
  const missing = absenceOf(never);
  const words = never.kind === "ok" ? "is answered like one that is there" : never.words;
  const entry = found("A record that is not there", words, { missing });
  if (address === null) {
    const further = found(DELETED, "was not tried: the history of the server shows none");
    return { findings: entry.findings, behaviour: [...entry.behaviour, ...further.behaviour] };
  }
  const gone = await calls.ask(address);
  const further = found(DELETED, deletedWords(gone));
  return { findings: { missing, deleted: absenceOf(gone) }, behaviour: [...entry.behaviour, ...further.behaviour] };
}
