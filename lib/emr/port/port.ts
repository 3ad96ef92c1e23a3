import { brand } from "#lib/kernel/brand";
import type { FailureCode, FailureReason } from "#lib/kernel/failure-reasons";
import type { Capability } from "./capability.ts";
import type { FirstLoad } from "./first-load.ts";
import type { LivePatients, LiveSchedules, PatientQuestion, SchedulesQuestion } from "./live-reading.ts";
import type { EventLog } from "./logged-event.ts";
import type { PassedOperation } from "./passed-operation.ts";
import type {
  EmrAppointment,
  EmrCatalogItem,
  EmrClaims,
  EmrFile,
  EmrNamed,
  EmrPatient,
  EmrReferral,
  EmrSchedule,
  EmrService,
  EmrSettings,
  EmrTeam,
} from "./records.ts";
import type { EachRead, IdPage, KindSupport, PageStart, RecordPage, SyncKind } from "./sync.ts";
import type { EmrPatientInsurance, EmrWrites } from "./writes.ts";

export type { Capability } from "./capability.ts";
export type * from "./faulty-record.ts";
export type * from "./live-reading.ts";
export type * from "./logged-event.ts";
export type * from "./passed-operation.ts";
export type * from "./records.ts";
export type * from "./sync.ts";
export type * from "./writes.ts";

/**
 * Marks EmrErrors. Next.js may load a module twice, and budgets and connectors are shared by both copies, so that an error
 * may come from the class of the other one.
 */
const BRAND = Symbol.for("clinical-records-console.emr-error");

/**
 * A field that a change wanted to set, and that another has set to something else meanwhile, in words. Values may be about
 * a patient: they are shown with the job's request, and stand in no reason, event or log.
 */
export interface FieldConflict {
  /** The field in words. */
  field: string;
  /** Value of the change; empty for none. */
  ours: string;
  /** Value in the EMR; empty for none. */
  theirs: string;
}

const DEFAULT_CODE = { validation: "emr_refused", passing: "emr_unavailable" } as const;

/**
 * Thrown if the EMR did not do what it was asked. `validation`: it will never accept the request, so the job fails at
 * once. `passing`: a timeout, a refused connection, 429 or 5xx, so the job is retried (decisions §6).
 */
export class EmrError extends Error {
  static {
    brand(EmrError, "EmrError");
  }

  readonly [BRAND] = true;
  readonly kind: "validation" | "passing";
  /** True if the EMR refused the call because its limit of calls is reached: the call was not made. */
  readonly limited: boolean;
  /** True if the EMR refuses the account's credentials until a person replaces them. Implies `limited`: the call was not made. */
  readonly loginRequired: boolean;
  /** HTTP status of a refusal that the caller of an operation gets as it is (decisions §4): 400, 404 or 409; or null. */
  readonly status: number | null;
  /** HTTP status of the answer, whatever it was; null if there was none, or if it does not matter. */
  readonly answered: number | null;
  /** Further fields of such a refusal, such as the job in progress of a 409 (interface 3.3). */
  readonly extra: Readonly<Record<string, string | number>>;
  /** The EMR's own retry time, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** The fields that another has changed meanwhile; empty for other refusals. */
  readonly conflicts: readonly FieldConflict[];
  /** True if the EMR certainly did not do it. False if that is unknown, as after a lost answer or a 5xx. */
  readonly notDone: boolean;
  /** True if the record was read after the write, so that its end is known: it is not looked up again. */
  readonly isSettled: boolean;
  /** Path of the field of `connection` that the EMR does not accept, such as `auth.client_secret`; null if it is none. */
  readonly connectionField: string | null;
  /** Why, in published codes, as the job shows it if this error ends it (additions §1); never empty. */
  readonly reasons: readonly FailureReason[];

  /**
   * `code`: the reason that the error's thrower knows; by default what `kind` and `conflicts` say. `reasons`: those that an EMR
   * of this same interface states itself, which take precedence.
   */
  constructor(
    kind: "validation" | "passing",
    message: string,
    {
      retryAfterMs = null,
      loginRequired = false,
      limited = loginRequired,
      notDone = limited || kind === "validation",
      status = null,
      answered = status,
      extra = {},
      conflicts = [],
      isSettled = false,
      connectionField = null,
      code = conflicts.length > 0 ? "changed_meanwhile" : DEFAULT_CODE[kind],
      reasons = [],
    }: {
      retryAfterMs?: number | null;
      loginRequired?: boolean;
      limited?: boolean;
      notDone?: boolean;
      status?: number | null;
      answered?: number | null;
      extra?: Record<string, string | number>;
      conflicts?: readonly FieldConflict[];
      isSettled?: boolean;
      connectionField?: string | null;
      code?: FailureCode;
      reasons?: readonly FailureReason[];
    } = {},
  ) {
    super(message);
    this.name = "EmrError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.limited = limited;
    this.loginRequired = loginRequired;
    this.notDone = notDone;
    this.status = status;
    this.answered = answered;
    this.extra = extra;
    this.conflicts = conflicts;
    this.isSettled = isSettled;
    this.connectionField = connectionField;
    this.reasons = reasons.length > 0 ? reasons : [{ code, description: message }];
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** How a job of an EMR of this same interface has ended. */
export interface EndedJob {
  status: "completed" | "failed";
  /** `data` of its event, if it was completed and the EMR shows that; else null. */
  result: Readonly<Record<string, unknown>> | null;
  /** Why it failed, in the EMR's words; null if it says nothing. */
  failureReason: string | null;
  /** Why it failed, in our codes; none if the EMR states no reasons. */
  reasons: readonly FailureReason[];
}

/** How an event that arrived is signed: validly, not at all or wrongly, or `unknown` if no secret is known. */
export type EventSignature = "valid" | "invalid" | "unknown";

/**
 * The EMR of one linked account. Reads return its present state, writes honour their idempotency key; every method may
 * throw an EmrError.
 */
export interface EmrConnection extends EmrWrites {
  readonly capabilities: ReadonlySet<Capability>;

  /**
   * How a write whose end is unknown is settled. `keyed`: sending it again under its key writes it once, changes
   * included. `found`: it must be looked for by `findWrite` before it is sent again, and a change is read back. `never`:
   * neither is possible, so a person decides, but for a change, which is read back.
   */
  readonly repeats: "keyed" | "found" | "never";

  /**
   * Returns the EMR id of the write under an idempotency key, after waiting for a write in progress, or null if the EMR
   * certainly holds none. Writes nothing. Throws an EmrError if the EMR cannot tell.
   */
  findWrite(idempotencyKey: string, signal: AbortSignal): Promise<string | null>;

  /**
   * Gives back what an attempt has reserved for a write that `findWrite` has not found, such as an open time. Left out by an EMR in
   * which nothing is reserved. Throws an EmrError if something may stay reserved.
   */
  giveBack?(idempotencyKey: string, signal: AbortSignal): Promise<void>;

  /**
   * The writes of new records for those that `findWrite` has found, and those of a schedule's visits for such that were read back: they
   * send nothing of the record itself, do what follows its write and may have been lost with its answer, and `warn` of what the EMR
   * keeps otherwise than it was asked for. Left out if the EMR keeps what it is sent.
   */
  readonly comparing?: Partial<EmrWrites>;

  /**
   * Passes an operation on whole and returns the EMR's acceptance; its end arrives as an event at the callback. If
   * present, operations run no other write. Throws an EmrError, with the status of a refusal that the caller gets.
   */
  passOn?(operation: PassedOperation, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Checks the signature and the time of an event that arrived at a callback, per Standard Webhooks. */
  signatureOf?(event: { text: string; headers: Headers }): EventSignature;
  /** Returns how a job of the EMR's own has ended; null if it has not, or is unknown. Undefined if the EMR shows no jobs. */
  readJob?(jobId: string, signal: AbortSignal): Promise<EndedJob | null>;

  /** Returns the record that a notice of a change names; null if it is of no kind that is read. Left out by an EMR that sends none. */
  noticed?(record: { type: string; id: string }): { kind: SyncKind; ehrId: string } | null;

  /** Its log of events; left out by an EMR that shows none, whose events must arrive. */
  readonly eventLog?: EventLog;
  /** Paths of operations that are run by reads instead of being passed on, as this EMR has no such operation. */
  readonly runsByReads?: readonly string[];

  /** How each kind of record is read. */
  readonly kinds: Readonly<Record<SyncKind, KindSupport>>;
  /** The load from which kinds are read for the first time; left out for an EMR without one. */
  readonly firstLoad?: FirstLoad;
  /** Returns one page of the records of a kind, those with the lowest ids first or in any order that paging keeps. */
  readPage<Kind extends SyncKind>(kind: Kind, start: PageStart, signal: AbortSignal): Promise<RecordPage<Kind>>;
  /** Returns one page of the ids of all records of a kind. Only for kinds with `ids`. */
  readIds(kind: SyncKind, cursor: string | null, signal: AbortSignal): Promise<IdPage>;
  /**
   * Reads records one by one by their ids, and returns as deleted those that the EMR says it does not have. If present,
   * a record that a list lacks is asked for so before it is removed, and one that was set aside is tried again.
   */
  readEach?<Kind extends SyncKind>(kind: Kind, ehrIds: string[], signal: AbortSignal): Promise<EachRead<Kind>>;

  readSettings(signal: AbortSignal): Promise<EmrSettings>;
  listPaymentMethods(signal: AbortSignal): Promise<EmrNamed[]>;
  listNoteCategories(signal: AbortSignal): Promise<EmrNamed[]>;
  listReferralStatuses(signal: AbortSignal): Promise<EmrNamed[]>;
  listSpecialties(signal: AbortSignal): Promise<EmrNamed[]>;
  /** Returns the schedule of one provider, or its part around today if reading all of it would take long. */
  listAppointments(which: { providerEhrId: string }, signal: AbortSignal): Promise<EmrSchedule>;
  /**
   * Returns all records of these providers' schedules, their second providers' among them, that take a part of the time from
   * `from` until `to` (ISO 8601).
   */
  readTimes(
    which: { providerEhrIds: string[]; from: string; to: string },
    signal: AbortSignal,
  ): Promise<EmrAppointment[]>;
  /** Returns what a live fetch of schedules asks for (additions §2). */
  readSchedules(question: SchedulesQuestion, signal: AbortSignal): Promise<LiveSchedules>;
  /** Returns the patients that a live fetch names (additions §2). */
  findPatients(question: PatientQuestion, signal: AbortSignal): Promise<LivePatients>;
  /** Returns null if the EMR holds no such appointment. */
  readAppointment(emrAppointmentId: string, signal: AbortSignal): Promise<EmrAppointment | null>;
  /** Returns the claims of one service date, or those with these EMR numbers without unknown ones. */
  listClaims(which: { serviceDate?: string; emrClaimIds?: string[] }, signal: AbortSignal): Promise<EmrClaims>;
  /** Returns all patients who were born on a day, YYYY-MM-DD, none that was merged into another one. */
  patientsBornOn(dob: string, signal: AbortSignal): Promise<EmrPatient[]>;
  /** Returns null if the EMR holds no such patient. */
  readPatient(ehrId: string, signal: AbortSignal): Promise<EmrPatient | null>;
  /** Returns null if the EMR holds no such insurance of a patient. */
  readInsurance(emrInsuranceId: string, signal: AbortSignal): Promise<EmrPatientInsurance | null>;
  /** Returns null if the EMR holds no such referral. */
  readReferral(ehrId: string, signal: AbortSignal): Promise<EmrReferral | null>;
  /** Yields the files of the documents with these EMR ids as they are read, without those that the EMR lacks. */
  readDocuments(emrIds: string[], signal: AbortSignal): AsyncIterable<[emrId: string, file: EmrFile]>;
  /** Returns the teams that a patient is on or may join, with their billing matrices (interface 3.2). */
  listTeams(patientEhrId: string, signal: AbortSignal): Promise<EmrTeam[]>;
  /** Pages are 1-based. `query` matches anywhere in the name. */
  searchOrderCatalog(
    search: { type: "lab" | "imaging" | "procedure"; query: string | null; page: number; pageSize: number },
    signal: AbortSignal,
  ): Promise<{ items: EmrCatalogItem[]; hasMore: boolean }>;
  /** Returns null if the EMR holds no such service. */
  readService(emrServiceId: string, signal: AbortSignal): Promise<EmrService | null>;
}
