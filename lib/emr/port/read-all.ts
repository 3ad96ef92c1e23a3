import type { FaultyRecord } from "./faulty-record.ts";
import type { EmrConnection } from "./port.ts";
import type { EmrAppointment, EmrSchedule } from "./records.ts";
import type { RecordPage, SyncedRecords, SyncKind } from "./sync.ts";

/** Reads the pages of a kind one after the other, from the first. */
export async function* pagesOf<Kind extends SyncKind>(
  emr: Pick<EmrConnection, "kinds" | "readPage">,
  kind: Kind,
  signal: AbortSignal,
): AsyncGenerator<RecordPage<Kind>> {
  if (emr.kinds[kind].read === "unsupported") return;
  for (let cursor: string | null = null; ; ) {
    const page: RecordPage<Kind> = await emr.readPage(kind, { cursor, since: null }, signal);
    yield page;
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** Reads all records of a kind into memory: for kinds of which a practice has few. Throws EmrErrors. */
export async function readAll<Kind extends SyncKind>(
  emr: EmrConnection,
  kind: Kind,
  signal: AbortSignal,
): Promise<{ records: SyncedRecords[Kind][]; faulty: FaultyRecord[] }> {
  const records: SyncedRecords[Kind][] = [];
  const faulty: FaultyRecord[] = [];
  for await (const page of pagesOf(emr, kind, signal)) {
    records.push(...page.records);
    faulty.push(...page.faulty);
  }
  return { records, faulty };
}

/** Returns the schedule of one provider from the whole one: for EMRs without a proved search by provider. Throws EmrErrors. */
export async function wholeScheduleOf(
  emr: Pick<EmrConnection, "kinds" | "readPage">,
  providerEhrId: string,
  signal: AbortSignal,
): Promise<EmrSchedule> {
  const found: EmrAppointment[] = [];
  const faulty: FaultyRecord[] = [];
  for await (const { records, faulty: unread } of pagesOf(emr, "appointments", signal)) {
    found.push(...records.filter((each) => each.providerEhrId === providerEhrId));
    faulty.push(...unread);
  }
  // A visit that could not be read is not known to be of another provider, and must not go.
  return { appointments: found, within: null, faulty, ...(faulty.length > 0 ? { partial: true } : {}) };
}
