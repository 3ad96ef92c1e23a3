import { NO_LISTS } from "#lib/emr/port/empty-settings";
import type {
  EmrConnection,
  EmrSettings,
  KindSupport,
  PageStart,
  RecordPage,
  SyncedRecords,
  SyncKind,
} from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";

/** The records of a kind: made when they are read, so that there may be any number of them. */
export interface FakeRecords<Kind extends SyncKind> {
  size: number;
  at(index: number): SyncedRecords[Kind];
}

/** A call for a page. */
export interface FakeRead extends PageStart {
  kind: SyncKind;
  what: "page" | "ids";
}

/** An EMR for tests of the sync that exists in memory alone, and is changed by assignment. */
export interface FakeEmr {
  records: { [Kind in SyncKind]?: FakeRecords<Kind> };
  support: { [Kind in SyncKind]?: KindSupport };
  /** Ids that the EMR says it has deleted, and the watermark that a reading ends with. */
  deleted: { [Kind in SyncKind]?: string[] };
  since: string | null;
  /** The calls so far, oldest first. */
  reads: FakeRead[];
  /** Ids of the documents whose files were read, oldest first. */
  fileReads: string[];
  pageSize: number;
  /** Runs before a call is answered; an error that it throws is the answer. */
  before: (read: FakeRead, signal: AbortSignal) => Promise<void> | void;
  /** Changes an answer. */
  answer: <Kind extends SyncKind>(kind: Kind, page: RecordPage<Kind>) => RecordPage<Kind>;
  connection: EmrConnection;
}

const WHOLE: KindSupport = { read: "whole", ids: false, reason: null };

/** Settings without entries. */
export const fakeSettings: EmrSettings = {
  timezone: "America/New_York",
  userActive: true,
  requiredPatientFields: [],
  visitStatuses: [],
  ...NO_LISTS,
};

/** Presents a list as the records of a kind. */
export const fakeList = <Kind extends SyncKind>(list: readonly SyncedRecords[Kind][]): FakeRecords<Kind> => ({
  size: list.length,
  at: (index) => list[index] as SyncedRecords[Kind],
});

/** The id that each kind's records are paged by. */
const idOf = (record: object): string => {
  const ids = record as Record<string, string>;
  return ids.emrAppointmentId ?? ids.emrClaimId ?? ids.emrFormId ?? ids.ehrId ?? ids.emrId ?? ids.id ?? "settings";
};

/** Creates an EMR that holds nothing but settings. */
export function fakeEmr(): FakeEmr {
  const emr: Omit<FakeEmr, "connection"> = {
    records: { settings: fakeList<"settings">([fakeSettings]) },
    support: {},
    deleted: {},
    since: null,
    reads: [],
    fileReads: [],
    pageSize: 3,
    before: () => undefined,
    answer: (_kind, page) => page,
  };
  const slice = (kind: SyncKind, cursor: string | null) => {
    const records = emr.records[kind] as FakeRecords<SyncKind> | undefined;
    const from = Number(cursor ?? 0);
    const to = Math.min(from + emr.pageSize, records?.size ?? 0);
    const found = Array.from({ length: Math.max(0, to - from) }, (_, index) => records?.at(from + index));
    return { found: found as SyncedRecords[SyncKind][], next: to < (records?.size ?? 0) ? String(to) : null };
  };
  const begin = async (read: FakeRead, signal: AbortSignal) => {
    emr.reads.push(read);
    await emr.before(read, signal);
  };
  const reading: Partial<EmrConnection> = {
    capabilities: new Set(),
    repeats: "never",
    get kinds() {
      return Object.fromEntries(SYNC_KINDS.map((kind) => [kind, emr.support[kind] ?? WHOLE])) as Record<
        SyncKind,
        KindSupport
      >;
    },
    async readPage<Kind extends SyncKind>(kind: Kind, start: PageStart, signal: AbortSignal) {
      await begin({ ...start, kind, what: "page" }, signal);
      const { found, next } = slice(kind, start.cursor);
      const total = emr.records[kind]?.size ?? 0;
      const deleted = start.since === null ? [] : (emr.deleted[kind] ?? []);
      const page: RecordPage = { records: found, faulty: [], deleted, next, total, since: emr.since };
      return emr.answer(kind, page as RecordPage<Kind>);
    },
    async readIds(kind, cursor, signal) {
      await begin({ kind, cursor, since: null, what: "ids" }, signal);
      const { found, next } = slice(kind, cursor);
      return { ehrIds: found.map(idOf), next, total: null };
    },
    async *readDocuments(ids) {
      for (const id of ids) {
        emr.fileReads.push(id);
        yield [id, { content: new TextEncoder().encode(`Letter ${id}`), fileName: null, mimeType: null }];
      }
    },
  };
  return Object.assign(emr, { connection: reading as EmrConnection });
}
