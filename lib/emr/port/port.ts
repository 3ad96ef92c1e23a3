import type {
  EmrAppointment,
  EmrCatalogItem,
  EmrClaim,
  EmrDocument,
  EmrForm,
  EmrLocation,
  EmrNamed,
  EmrPatient,
  EmrProvider,
  EmrRecall,
  EmrReferral,
  EmrReferringProvider,
  EmrService,
  EmrSettings,
  EmrStaff,
  EmrTeam,
  EmrVisitType,
} from "./records.ts";
import type {
  EmrMessage,
  EmrNewReferral,
  EmrNewService,
  EmrOrder,
  EmrPatientNote,
  EmrPayment,
  EmrRecallAction,
  EmrReferralChanges,
  EmrTask,
  EmrTeamAssignment,
} from "./writes.ts";

export type * from "./records.ts";
export type * from "./writes.ts";

/** What an EMR can do; an operation names the one it needs (interface 1: some EMR types lack some). */
export const CAPABILITIES = [
  "payments",
  "patient_notes",
  "claims_fetch",
  "services",
  "order_catalog",
  "orders",
  "messages",
  "tasks",
  "recall_actions",
  "referrals",
  "appointments",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * Why the EMR did not do what it was asked.
 * `validation`: it will never accept this, so the job fails at once.
 * `passing`: a time-out, a refused connection, 429 or 5xx, so the job is tried again (decisions §6).
 */
export class EmrError extends Error {
  readonly kind: "validation" | "passing";
  /** The EMR's own word on when to come back, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** Whether the EMR surely did not do what it was asked: an answer that was lost, or a 5xx, says nothing of that. */
  readonly notDone: boolean;

  constructor(
    kind: "validation" | "passing",
    message: string,
    { retryAfterMs = null, notDone = kind === "validation" }: { retryAfterMs?: number | null; notDone?: boolean } = {},
  ) {
    super(message);
    this.name = "EmrError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.notDone = notDone;
  }
}

/** Given with every write: the same key writes once, however often it is sent (decisions §6). */
export interface WriteOptions {
  /** 32 hex digits. */
  idempotencyKey: string;
  signal: AbortSignal;
}

/**
 * One linked account's EMR. Reads give what stands there now, writes honour their idempotency key; every
 * method may throw an EmrError.
 */
export interface EmrConnection {
  readonly capabilities: ReadonlySet<Capability>;

  /**
   * The EMR id of what was written under an idempotency key, after the end of a write that is under way; null where the EMR
   * is known to hold nothing under it. Writes nothing. Throws an EmrError where it cannot tell.
   */
  findWrite(idempotencyKey: string, signal: AbortSignal): Promise<string | null>;

  readSettings(signal: AbortSignal): Promise<EmrSettings>;
  listLocations(signal: AbortSignal): Promise<EmrLocation[]>;
  listProviders(signal: AbortSignal): Promise<EmrProvider[]>;
  listVisitTypes(signal: AbortSignal): Promise<EmrVisitType[]>;
  listStaff(signal: AbortSignal): Promise<EmrStaff[]>;
  listReferringProviders(signal: AbortSignal): Promise<EmrReferringProvider[]>;
  listForms(signal: AbortSignal): Promise<EmrForm[]>;
  listPatients(signal: AbortSignal): Promise<EmrPatient[]>;
  listPaymentMethods(signal: AbortSignal): Promise<EmrNamed[]>;
  listNoteCategories(signal: AbortSignal): Promise<EmrNamed[]>;
  listReferralStatuses(signal: AbortSignal): Promise<EmrNamed[]>;
  listSpecialties(signal: AbortSignal): Promise<EmrNamed[]>;
  /** Everything that the EMR's schedule holds, or of one provider alone. */
  listAppointments(which: { providerEhrId?: string }, signal: AbortSignal): Promise<EmrAppointment[]>;
  /** All claims, those of one service date, or those with these EMR numbers; unknown numbers are left out. */
  listClaims(which: { serviceDate?: string; emrClaimIds?: string[] }, signal: AbortSignal): Promise<EmrClaim[]>;
  listReferrals(signal: AbortSignal): Promise<EmrReferral[]>;
  listDocuments(signal: AbortSignal): Promise<EmrDocument[]>;
  /** The content of the documents with these EMR ids. */
  readDocuments(emrIds: string[], signal: AbortSignal): Promise<Map<string, Uint8Array>>;
  listRecalls(signal: AbortSignal): Promise<EmrRecall[]>;
  /** The patient's live teams with their billing matrices (interface 3.2): those they are on or may join. */
  listTeams(patientEhrId: string, signal: AbortSignal): Promise<EmrTeam[]>;
  /** Pages are 1-based. `query` matches anywhere in the name. */
  searchOrderCatalog(
    search: { type: "lab" | "imaging" | "procedure"; query: string | null; page: number; pageSize: number },
    signal: AbortSignal,
  ): Promise<{ items: EmrCatalogItem[]; hasMore: boolean }>;
  /** Null where the EMR holds no such service. */
  readService(emrServiceId: string, signal: AbortSignal): Promise<EmrService | null>;

  createPayment(payment: EmrPayment, options: WriteOptions): Promise<{ emrTransactionId: string }>;
  createPatientNote(note: EmrPatientNote, options: WriteOptions): Promise<{ emrNoteId: string }>;
  createReferral(referral: EmrNewReferral, options: WriteOptions): Promise<{ ehrId: string }>;
  updateReferral(ehrId: string, changes: EmrReferralChanges, options: WriteOptions): Promise<void>;
  /** Opens a new episode, or gives the most recent one where the patient is on the team already. */
  assignTeam(assignment: EmrTeamAssignment, options: WriteOptions): Promise<{ emrEpisodeId: string }>;
  /** Throws a validation fault for a service type that is not billable and for missing required answers. */
  createService(service: EmrNewService, options: WriteOptions): Promise<{ emrServiceId: string }>;
  signService(emrServiceId: string, options: WriteOptions): Promise<void>;
  createOrder(order: EmrOrder, options: WriteOptions): Promise<{ emrOrderId: string }>;
  sendMessage(message: EmrMessage, options: WriteOptions): Promise<{ emrMessageId: string }>;
  createTask(task: EmrTask, options: WriteOptions): Promise<{ emrTaskId: string }>;
  addRecallAction(
    action: EmrRecallAction,
    options: WriteOptions,
  ): Promise<{ emrRecallActionId: string; closed: boolean }>;
  updateAppointmentStatus(
    appointment: { emrAppointmentId: string; status: string },
    options: WriteOptions,
  ): Promise<void>;
}

/** The methods of a connection that write. */
export const EMR_WRITES = [
  "createPayment",
  "createPatientNote",
  "createReferral",
  "updateReferral",
  "assignTeam",
  "createService",
  "signService",
  "createOrder",
  "sendMessage",
  "createTask",
  "addRecallAction",
  "updateAppointmentStatus",
] as const satisfies (keyof EmrConnection)[];
