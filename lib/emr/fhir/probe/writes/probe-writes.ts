import { type Pace, type ProbeCalls, probeCalls } from "#lib/emr/fhir/probe/answer";
import type { Found } from "#lib/emr/fhir/probe/found";
import type { FhirServer } from "#lib/emr/fhir/server";
import { basicsOf } from "./basics.ts";
import { FORMS, probeIfMatch, type VersionForm } from "./if-match.ts";
import { probeIfNoneExist } from "./if-none-exist.ts";
import { probeNewRecord } from "./new-record.ts";
import { probePatch } from "./patch.ts";
import { removeAll } from "./remove.ts";
import { probeTransactions } from "./transactions.ts";

/** Time for removing what was written, which the end of the other probes does not shorten. */
const REMOVAL_MS = 6_000;

const isForm = (text: string | undefined): text is VersionForm => text !== undefined && text in FORMS;

/**
 * Tries writes on Basic resources that are tagged, and removes them again. Only by an admin's consent. `calls` end with
 * the probes; the removal has its own time.
 */
export async function probeWrites(
  server: FhirServer,
  calls: ProbeCalls,
  pace: Pace,
): Promise<{ found: Found[]; made: number }> {
  const basics = basicsOf(calls);
  const { found: creates, id } = await probeIfNoneExist(basics, calls);
  const all = [creates];
  const [key] = basics.keys;
  if (id !== null && key !== undefined) {
    const updates = await probeIfMatch({ basics, calls, id, key });
    const known = updates.findings.if_match;
    all.push(updates, await probePatch({ basics, calls, id, form: isForm(known) ? known : "weak" }));
    all.push(await probeTransactions(basics, calls), await probeNewRecord(basics, calls));
  }
  const removal = probeCalls(server, AbortSignal.timeout(REMOVAL_MS), pace);
  all.push(await removeAll(basics, removal));
  return { found: all, made: removal.made };
}
