import { capabilitiesFound, capabilitiesUnknown } from "#lib/emr/fhir/capabilities";
import { fhirFindings } from "#lib/emr/fhir/findings";
import type { FhirServer } from "#lib/emr/fhir/server";
import type { Profile } from "#lib/emr/port/profile";
import { type ProbeCalls, probeCalls } from "./answer.ts";
import { attachmentsFound } from "./attachments.ts";
import { probeBinary } from "./binary.ts";
import { probeDateSearch } from "./date-search.ts";
import { type Found, found } from "./found.ts";
import { probeIdentifierSearch } from "./identifier-search.ts";
import { keptFound } from "./kept.ts";
import { probeLastUpdated } from "./last-updated.ts";
import { probeMissing } from "./missing.ts";
import { probeNextLink } from "./next-link.ts";
import { probePageSize } from "./page-size.ts";
import { type Probing, pageWith, readableTypes } from "./probing.ts";
import { readableFound, type Samples, samplePage, TYPES } from "./readable.ts";
import { type Stated, statedBy } from "./stated.ts";
import { probeSummaryCount } from "./summary-count.ts";
import { probeUnknownParameter } from "./unknown-parameter.ts";
import { probeVersionIds } from "./version-ids.ts";
import { probeWrites } from "./writes/probe-writes.ts";

/** Time for the probes: together with the removal of what was written, less than a request waits. */
const PROBES_MS = 22_000;

/** Returns the profile of a server that cannot be used. */
const unusable = (reachable: boolean, reason: string, ...all: Found[]): Profile => ({
  reachable,
  server: null,
  capabilities: capabilitiesUnknown(reason),
  behaviour: all.flatMap(({ behaviour }) => behaviour),
  findings: fhirFindings.parse({}),
});

/** Returns what the probes after the first page of each type found, in the order in which they are shown. */
async function probeReads(calls: ProbeCalls, samples: Samples): Promise<Found[]> {
  const base =
    pageWith(samples, ({ resources }) => resources.length > 0) ??
    pageWith(samples, ({ answer }) => answer.kind === "ok");
  const unknown = base
    ? await probeUnknownParameter(calls, base)
    : found("A search parameter that does not exist", "was not tried: no type can be searched");
  const { unknown_parameter, strict_handling } = fhirFindings.parse(unknown.findings);
  const probing: Probing = { calls, samples, handling: { unknown_parameter, strict_handling } };
  const [nextLink, ...others] = await Promise.all([
    probeNextLink(probing),
    probePageSize(probing),
    probeLastUpdated(probing),
    probeDateSearch(probing),
    probeIdentifierSearch(probing),
    probeSummaryCount(probing),
    probeVersionIds(probing),
    probeBinary(probing),
    attachmentsFound(probing),
    probeMissing(probing),
  ]);
  return [nextLink, unknown, ...others];
}

const assembled = ({ server, found: statement }: Stated, samples: Samples, all: Found[]): Profile => {
  const findings = fhirFindings.parse(Object.assign({}, ...all.map((each) => each.findings)));
  const reasons = new Map([...samples].map(([type, { answer }]) => [type as string, answer.words]));
  return {
    reachable: true,
    server,
    capabilities: capabilitiesFound(findings, reasons),
    behaviour: [statement, ...all].flatMap(({ behaviour }) => behaviour),
    findings,
  };
};

/**
 * Tries what a FHIR server does (decisions §12), by some 45 reads; with `writeProbes` also by writes on resources of its
 * own, which it removes. A server that does not answer, or is none, is a finding. The findings of write probes that
 * `before` has stand if none are made.
 */
export async function probeServer(
  server: FhirServer,
  { writeProbes, signal, before = null }: { writeProbes: boolean; signal: AbortSignal; before?: Profile | null },
): Promise<Profile> {
  const calls = probeCalls(server, AbortSignal.any([signal, AbortSignal.timeout(PROBES_MS)]));
  const patients = await samplePage(calls, "Patient");
  if (patients.answer.status === 0)
    return unusable(false, "The server could not be reached", found("Reachable", patients.answer.words));
  if (patients.answer.status === 401)
    return unusable(
      true,
      "The server refuses the credentials",
      found("Credentials", `are refused: Patient ${patients.answer.words}`),
    );
  const [statement, ...pages] = await Promise.all([
    calls.ask("metadata"),
    ...TYPES.slice(1).map((type) => samplePage(calls, type)),
  ]);
  const samples: Samples = new Map(TYPES.map((type, place) => [type, pages[place - 1] ?? patients]));
  const stated = statedBy(statement);
  if (!stated.isFhir && readableTypes(samples).length === 0)
    return unusable(
      false,
      "The address is not that of a FHIR server",
      stated.found,
      found("Search of Patient", patients.answer.words),
    );
  const reads = await probeReads(calls, samples);
  const writes = writeProbes ? await probeWrites(server, calls) : { found: [keptFound(before)], made: 0 };
  const counted = found("Calls of this test", `${calls.made + writes.made}, of which each had 8 seconds`);
  return assembled(stated, samples, [readableFound(samples), ...reads, ...writes.found, counted]);
}
