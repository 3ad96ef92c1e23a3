import type { FaultyRecord } from "./faulty-record.ts";
import type {
  EmrAppointment,
  EmrClaim,
  EmrDocument,
  EmrForm,
  EmrLocation,
  EmrPatient,
  EmrProvider,
  EmrRecall,
  EmrReferral,
  EmrReferringProvider,
  EmrSettings,
  EmrStaff,
  EmrVisitType,
} from "./records.ts";

/** The record of each kind that a sync reads. */
export interface SyncedRecords {
  settings: EmrSettings;
  locations: EmrLocation;
  providers: EmrProvider;
  visit_types: EmrVisitType;
  staff: EmrStaff;
  referring_providers: EmrReferringProvider;
  forms: EmrForm;
  patients: EmrPatient;
  appointments: EmrAppointment;
  claims: EmrClaim;
  referrals: EmrReferral;
  recalls: EmrRecall;
  documents: EmrDocument;
}

export type SyncKind = keyof SyncedRecords;

/** The kinds in the order in which a sync reads them: a record comes after those that it refers to. */
export const SYNC_KINDS = [
  "settings",
  "locations",
  "providers",
  "visit_types",
  "staff",
  "referring_providers",
  "forms",
  "patients",
  "appointments",
  "claims",
  "referrals",
  "recalls",
  "documents",
] as const satisfies readonly SyncKind[];

/** How a connection reads one kind of record. */
export interface KindSupport {
  /**
   * `incremental`: returns the records that changed since a watermark, and all of them without one. `whole`: always
   * returns all of them. `unsupported`: the EMR does not show them.
   */
  read: "incremental" | "whole" | "unsupported";
  /** True if `readIds` lists the ids of all records of the kind, by which deletions are noticed. */
  ids: boolean;
  /** True if the EMR never shows all records of the kind: none is removed because a reading lacks it. */
  partial?: true;
  /**
   * True if each reading since a watermark also reads a part of what did not change, so that all is read again within days: there
   * is no weekly reading of all records.
   */
  rotates?: true;
  /** True if the visits of some days, and one by its id, can be read by themselves, also where a live fetch is passed on. */
  byDays?: true;
  /** The kind whose records name those that this one is read for: it is read after that kind. */
  after?: SyncKind;
  /** Why the kind is unsupported, or a limit of reading it; null if there is nothing to say. */
  reason: string | null;
}

/** What is stored of an account, for an EMR that answers for one practitioner or one patient at a time alone. */
export interface KnownRecords {
  /** Returns the EMR ids of the active providers, sorted. */
  providers(): Promise<string[]>;
  /**
   * Returns the EMR ids of patients, sorted, at most `most` of those that follow `after`: of the patients with a visit that starts at
   * `from` or later and before `to`, and with none from `except.from` to `except.to`; of all patients if `visits` is null.
   */
  patients(which: {
    visits: { from: string; to: string; except: { from: string; to: string } | null } | null;
    after: string | null;
    most: number;
  }): Promise<string[]>;
  /** Returns the EMR ids of the locations that visits and open times name, sorted, at most `most` of those that follow `after`. */
  locations(which: { after: string | null; most: number }): Promise<string[]>;
}

/** A part of a kind of which a page returned all records that the pages of this reading before it had not returned. */
export interface Cover {
  /** The provider of visits, or the patient of any record; null for everybody. */
  owner: { providerEhrId: string } | { patientEhrId: string } | null;
  /** ISO 8601: the visits that start at `from` or later and before `to`; null for all. */
  within: { from: string; to: string } | null;
  /**
   * Whether the visits or the open and blocked times were read, or the open times alone or all but these; null for all, and for
   * records that are none of them.
   */
  only: "visits" | "slots" | "open" | "taken" | null;
}

/** Where a page of records begins. */
export interface PageStart {
  /** `next` of the page before, also one that another process read; null for the first page. */
  cursor: string | null;
  /** `since` of the last complete reading; null to read all records. Only for `incremental` kinds. */
  since: string | null;
  /** Left out by a caller that stores nothing. */
  known?: KnownRecords;
  /** True for a first reading from what the EMR has loaded (see FirstLoad). */
  fromLoad?: boolean;
}

/** One page of records of a kind. */
export interface RecordPage<Kind extends SyncKind = SyncKind> {
  records: SyncedRecords[Kind][];
  faulty: FaultyRecord[];
  /** EMR ids of records that the EMR says it has deleted since the watermark. */
  deleted: string[];
  /**
   * EMR ids of records that were read as changed, each of which may have parts: further records `<id>/<part>`. A stored part that
   * the page does not name is gone; if the record is faulty or deleted, so is the part.
   */
  mayHaveParts?: string[];
  /** Start of the next page; null after the last one. Outlives the connection: another process may continue with it. */
  next: string | null;
  /** Number of records of the whole reading, if the EMR states it; the first page may be the only one that does. */
  total: number | null;
  /** Watermark for the next incremental reading, valid once the last page is stored; null for `whole` kinds. */
  since: string | null;
  /**
   * The parts that end with this page. Stored records of theirs that this reading did not return are asked for one by one. Left out
   * by a reading that does not go by parts.
   */
  covers?: Cover[];
  /**
   * The parts that end with this page of which the EMR has no records, since it calculates them: a stored one that this reading did
   * not return is gone, and is not asked for.
   */
  calculated?: Cover[];
  /** EMR ids of records that are there, of a reading by parts that need not return them. */
  seen?: string[];
  /**
   * On the last page: why it is not known that the reading returned all that it should; null or left out if that is known.
   * Nothing is removed because such a reading lacks it, and the kind is degraded for this reason.
   */
  doubt?: string | null;
  /** Why the reading goes on in another way than it began, as a sentence; null or left out if it does not. */
  note?: string | null;
}

/** Records that were asked for by their ids. */
export interface EachRead<Kind extends SyncKind = SyncKind>
  extends Pick<RecordPage<Kind>, "records" | "faulty" | "deleted"> {
  /** Ids of those faulty ones that may be readable later, as they were not answered. */
  unanswered?: string[];
}

/** One page of the EMR ids of a kind. */
export interface IdPage {
  ehrIds: string[];
  next: string | null;
  total: number | null;
  /** As of a page of records. */
  doubt?: string | null;
}
