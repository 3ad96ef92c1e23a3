import { credentialsOf } from "#lib/emr/fhir/auth/credentials-field";
import { capabilitiesFound, capabilitiesUnknown } from "#lib/emr/fhir/capabilities";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { type FhirFindings, fhirFindings } from "#lib/emr/fhir/findings";
import { withExports } from "#lib/emr/fhir/reading/record-kinds";
import type { FhirServer } from "#lib/emr/fhir/server";
import type { ProbeOptions } from "#lib/emr/port/connector";
import type { ConnectionFault, Profile } from "#lib/emr/port/profile";
import { type Answer, CALL_MS, type Pace, type ProbeCalls, probeCalls } from "./answer.ts";
import { probeAttachments } from "./attachments.ts";
import { probeBinary } from "./binary.ts";
import { probeBirthdateSearch } from "./birthdate-search.ts";
import { probeCoverageSearch } from "./coverage-search.ts";
import { probeDateSearch } from "./date-search.ts";
import { probeExports } from "./exports.ts";
import { faultOf } from "./fault.ts";
import { type Found, found } from "./found.ts";
import { probeIdentifierSearch } from "./identifier-search.ts";
import { keptFound } from "./kept.ts";
import { probeLastUpdated } from "./last-updated.ts";
import { probeMissing } from "./missing.ts";
import { namedFound } from "./named.ts";
import { probeNextLink } from "./next-link.ts";
import { probePageSize } from "./page-size.ts";
import { probePostSearch } from "./post-search.ts";
import { type Probing, pageWith, readableTypes } from "./probing.ts";
import { readableFound, type Samples, SEARCH_OF, samplePage, TYPES } from "./readable.ts";
import { readingsFound } from "./readings.ts";
import { statedBy } from "./stated.ts";
import { probeSubscriptions } from "./subscriptions.ts";
import { probeSummaryCount } from "./summary-count.ts";
import { probeUnknownParameter } from "./unknown-parameter.ts";
import { probeVersionIds } from "./version-ids.ts";
import { probeWays } from "./ways.ts";
import { probeWrites } from "./writes/probe-writes.ts";

/** Time for the probes: together with the removal of what was written, less than a request waits. */
const PROBES_MS = 22_000;

/** Returns the profile of a server that cannot be used, and by which field of the connection. */
const unusable = (reachable: boolean, reason: string, fault: ConnectionFault, ...all: Found[]): Profile => ({
  reachable,
  faults: [fault],
  server: null,
  capabilities: capabilitiesUnknown(reason),
  behaviour: all.flatMap(({ behaviour }) => behaviour),
  findings: fhirFindings.parse({}),
});

/** Makes the probes that go by the first page of each type. Returns what they found, in the order in which they are shown. */
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
    probeBirthdateSearch(probing),
    probeCoverageSearch(probing),
    probeSummaryCount(probing),
    probePostSearch(probing),
    probeVersionIds(probing),
    probeBinary(probing),
    probeAttachments(probing),
    probeMissing(probing),
  ]);
  return [nextLink, unknown, ...others];
}

const together = (all: readonly Found[]): Partial<FhirFindings> =>
  Object.assign({}, ...all.map(({ findings }) => findings));

/** Returns what was found by each probe: of one that was made twice, as of a deleted record, what was found last. */
function each(all: readonly Found[]): Profile["behaviour"] {
  const entries = all.flatMap(({ behaviour }) => behaviour);
  return entries.filter(({ probe }, place) => entries.findLastIndex((other) => other.probe === probe) === place);
}

const ONLY_READS = found(
  "How it writes",
  "was not tried, since this test only reads: what is unknown is done in the way that is safe everywhere",
);

interface Options extends Pick<ProbeOptions, "writeProbes" | "signal" | "before">, Pace {
  /** How the calls are authorized. */
  auth?: FhirConnection["auth"]["kind"];
  /** Ids of practitioners that an admin entered, for a server that does not list them. */
  practitionerIds?: readonly string[];
  /** Id of the group whose export is tried. */
  exportGroup?: string | undefined;
  /** Whether the server is to tell of changes. */
  subscribes?: boolean;
}

const NO_ENTRY: readonly number[] = [401, 403];

/** Returns the profile of a server that no call reached. */
function unreached({ words, connectionField }: Answer): Profile {
  const field = connectionField ?? "base_url";
  const fault = faultOf(field, words.replace(/^(?:gets no answer|cannot be asked): /, ""));
  if (field === "base_url") return unusable(false, "The server could not be reached", fault, found("Reachable", words));
  return unusable(false, "The server grants no access", fault, found("Credentials", `get no access: ${words}`));
}

/**
 * Tries what a FHIR server does (decisions §12), by at most 60 reads; with `writeProbes` also by writes on resources of
 * its own, which it removes. A server that does not answer, or is none, is a finding. What an earlier probe found and
 * this one cannot tell stands.
 */
export async function probeServer(
  server: FhirServer,
  {
    writeProbes,
    signal,
    before = null,
    callMs = CALL_MS,
    atOnce = null,
    auth = "none",
    practitionerIds = [],
    exportGroup,
    subscribes = false,
  }: Options,
): Promise<Profile> {
  const calls = probeCalls(server, AbortSignal.any([signal, AbortSignal.timeout(PROBES_MS)]), { callMs, atOnce });
  const patients = await samplePage(calls, "Patient");
  const { status, words } = patients.answer;
  if (status === 0) return unreached(patients.answer);
  const [statement, ...pages] = await Promise.all([
    calls.ask("metadata"),
    ...TYPES.slice(1).map((type) => samplePage(calls, type)),
  ]);
  const samples: Samples = new Map(TYPES.map((type, place) => [type, pages[place - 1] ?? patients]));
  const stated = statedBy(statement);
  if ([...samples.values()].every(({ answer }) => NO_ENTRY.includes(answer.status))) {
    const fault = faultOf(credentialsOf(auth), `Patient ${words}`);
    const refused = found("Credentials", `are refused: Patient ${words}`);
    return unusable(true, "The server refuses the credentials", fault, refused);
  }
  if (!stated.isFhir && readableTypes(samples).length === 0) {
    const tried = found(`${SEARCH_OF}Patient`, words);
    const fault = faultOf("base_url", `Patient ${words}`);
    return unusable(false, "The address is not that of a FHIR server", fault, stated.found, tried);
  }
  const ways = await probeWays(calls, samples, practitionerIds);
  const [tried, exported, subscriptions] = await Promise.all([
    probeReads(calls, samples),
    probeExports(calls, statement.json, exportGroup),
    probeSubscriptions(calls, statement, subscribes),
  ]);
  const reads = [readableFound(samples), ways, ...tried, exported, subscriptions];
  const writes = writeProbes ? await probeWrites(server, calls, { callMs, atOnce }) : { found: [ONLY_READS], made: 0 };
  const told = [stated.found, namedFound(calls), ...reads, ...writes.found];
  const made = calls.made + writes.made;
  const counted = found("Calls of this test", `${made}, of which each had ${callMs / 1_000} seconds`);
  const kept = keptFound(before, together(told), samples);
  const findings = withExports(fhirFindings.parse(together([...told, kept])));
  const all = [...told, kept, readingsFound(findings, samples, practitionerIds), counted];
  const answers = new Map<string, string>([...samples].map(([type, { answer }]) => [type, answer.words]));
  const faults = [...exported.faults, ...subscriptions.faults];
  return {
    reachable: true,
    ...(faults.length > 0 ? { faults } : {}),
    server: stated.server,
    capabilities: capabilitiesFound(findings, answers),
    behaviour: each(all),
    findings,
  };
}
