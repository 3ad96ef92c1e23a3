import { type EachRead, EmrError } from "#lib/emr/port/port";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";
import type { SyncedKind, WithKind } from "#lib/resources/synced/synced-kind";
import { MAX_FAILURES } from "./place.ts";
import { type Run, withKind } from "./run.ts";

/** Fetches the content of records, and returns those without it as faulty. */
export async function withContent<Read extends EachRead>(
  run: Run,
  { kind, idOf, fetchContent }: SyncedKind,
  { failures }: SyncKindRow,
  read: Read,
): Promise<Read> {
  if (!fetchContent) return read;
  const withThisKind: WithKind = async (work) => {
    const result = await withKind(run, kind, async (tx) => ({ value: await work(tx) }));
    if (!result) throw new EmrError("passing", "The kind was read by another sync");
    return result.value;
  };
  const isLastTry = failures >= MAX_FAILURES - 1;
  const failed = await fetchContent(run.tenant, run.emr, { records: read.records, isLastTry }, withThisKind);
  const ids = new Set(failed.map(({ ehrId }) => ehrId));
  return {
    ...read,
    records: read.records.filter((record) => !ids.has(idOf(record))),
    faulty: [...read.faulty, ...failed],
  };
}
