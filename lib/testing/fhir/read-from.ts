import type { FhirResource } from "fhir/r4";
import { LOOPBACK } from "#lib/egress/addresses";
import { type EmrClient, emrClient } from "#lib/egress/emr-client";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { type FhirFindings, type FindingName, findingsOf } from "#lib/emr/fhir/findings";
import { readingOf } from "#lib/emr/fhir/reading/reading";
import { fhirServer } from "#lib/emr/fhir/server";
import type { FaultyRecord, RecordPage, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import type { MedplumServer } from "./medplum.ts";

export type Reads = ReturnType<typeof readingOf>;

/** Opens the reads of a test server, with findings as a probe would make them. */
export function readFrom(
  baseUrl: string,
  {
    findings = {},
    timeZone = "America/Los_Angeles",
    contradicted = [],
    elsewhere,
    ...connection
  }: Partial<FhirConnection> & {
    findings?: Partial<FhirFindings>;
    timeZone?: string;
    /** Findings that the server contradicts are appended. */
    contradicted?: FindingName[];
    /** Asks other origins in place of the product's client, which asks public ones alone. */
    elsewhere?: EmrClient;
  } = {},
): Reads {
  const policy = { privateBlocks: LOOPBACK };
  const client = emrClient({ baseUrl }, { policy });
  return readingOf({
    server: fhirServer({
      baseUrl,
      client,
      calls: null,
      authorization: noAuthorization,
      ...(elsewhere && { elsewhere }),
    }),
    connection: { base_url: baseUrl, auth: { kind: "none" }, ...connection },
    findings: findingsOf({ findings }),
    contradict: async (finding) => {
      contradicted.push(finding);
    },
    timeZone,
  });
}

/** Puts resources of any shape into a server, as servers that validate nothing hold them. */
export const loadAny = (server: MedplumServer, resources: readonly object[]): Promise<void> =>
  server.load(
    resources.map((resource) => ({ meta: { lastUpdated: "2026-03-05T10:00:00Z" }, ...resource })) as FhirResource[],
  );

/** All that one reading of a kind returned. */
export interface Whole<Kind extends SyncKind> {
  records: SyncedRecords[Kind][];
  faulty: FaultyRecord[];
  deleted: string[];
  pages: RecordPage<Kind>[];
  since: string | null;
}

/** Reads a kind to its end: everything, or what changed since a watermark. */
export async function readWhole<Kind extends SyncKind>(
  reads: Reads,
  kind: Kind,
  since: string | null = null,
): Promise<Whole<Kind>> {
  const pages: RecordPage<Kind>[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: RecordPage<Kind> = await reads.readPage(kind, { cursor, since }, AbortSignal.timeout(10_000));
    pages.push(page);
    if (page.next === null) break;
    cursor = page.next;
  }
  return {
    records: pages.flatMap(({ records }) => records),
    faulty: pages.flatMap(({ faulty }) => faulty),
    deleted: pages.flatMap(({ deleted }) => deleted),
    pages,
    since: pages.at(-1)?.since ?? null,
  };
}

/** Reads the ids of a kind to their end. */
export async function readAllIds(reads: Reads, kind: SyncKind): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await reads.readIds(kind, cursor, AbortSignal.timeout(10_000));
    ids.push(...page.ehrIds);
    if (page.next === null) return ids;
    cursor = page.next;
  }
}
