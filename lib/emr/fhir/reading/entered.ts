import type { FhirContext } from "#lib/emr/fhir/context";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { wayOf } from "#lib/emr/fhir/ways";
import type { IdPage, RecordPage } from "#lib/emr/port/port";
import { readByIds } from "./parts/by-id.ts";
import type { Source } from "./source.ts";

/** Returns whether a type is read by the ids alone that an admin entered. */
export const isEntered = (type: string, findings: FhirFindings): boolean =>
  type === "Practitioner" && wayOf(findings, type)?.by === "id";

/** Returns the ids of the practitioners that an admin entered, each once. */
export const enteredIds = ({ practitioner_ids }: Pick<FhirContext["connection"], "practitioner_ids">): string[] => [
  ...new Set((practitioner_ids ?? "").split(/[\s,;]+/).filter((id) => id !== "")),
];

async function read(context: FhirContext, source: Source, signal: AbortSignal) {
  const several = wayOf(context.findings, source.type)?.several ?? false;
  return readByIds(context, source.type, { ids: enteredIds(context.connection), several }, signal);
}

/** Reads the practitioners that an admin entered. Throws an EmrError. */
export async function readEntered(context: FhirContext, source: Source, signal: AbortSignal): Promise<RecordPage> {
  const { resources, faulty } = await read(context, source, signal);
  const shown = await source.read(resources, signal);
  return {
    records: shown.records,
    faulty: [...shown.faulty, ...faulty],
    deleted: [],
    next: null,
    total: null,
    since: null,
  };
}

/** Returns the ids of those practitioners who are shown. Throws an EmrError. */
export async function readEnteredIds(context: FhirContext, source: Source, signal: AbortSignal): Promise<IdPage> {
  const { resources, faulty } = await read(context, source, signal);
  const ehrIds = [...(await source.ids(resources, signal)), ...faulty.map(({ ehrId }) => ehrId)];
  return { ehrIds, next: null, total: null };
}
