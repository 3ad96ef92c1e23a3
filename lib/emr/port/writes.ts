import type { EmrPatient } from "./records.ts";
import type { Relationship } from "./relationships.ts";

/*
 * Writes that an EMR is asked for: the shape of each, its method in `EmrWriting`, and its capability in `WRITES_OF`. Dates are
 * YYYY-MM-DD, money decimal text; ids are the EMR's own.
 */

export interface EmrPayment {
  patientEhrId: string;
  paymentMethodId: string;
  locationEmrId: string;
  referenceNumber: string;
  /** With two decimals. */
  amount: string;
  notes: string | null;
  depositDate: string;
}

export interface EmrPatientNote {
  patientEhrId: string;
  subject: string;
  note: string;
  locationEmrId: string | null;
  categoryIds: string[];
}

/** A note of a patient's visit. */
export interface EmrVisitNote {
  emrAppointmentId: string;
  patientEhrId: string;
  subject: string;
  note: string;
}

/** A new document of a patient. */
export interface EmrNewDocument {
  patientEhrId: string;
  referralEhrId: string | null;
  fileName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  category: string | null;
  description: string | null;
  /** Yields the file from its beginning; each part is in memory alone. */
  parts(): AsyncIterable<Uint8Array>;
}

/** A patient whom the EMR does not have; it assigns the id and the MRN. */
export type EmrNewPatient = Omit<EmrPatient, "mrn" | "ehrId" | "mergedInto" | "replaces"> & { dob: string };

/** The changed fields of how a patient is reached; the EMR leaves the others. */
export type EmrPatientChanges = Partial<
  Pick<EmrPatient, "phone" | "mobilePhone" | "email" | "preferredLanguage" | "address" | "emergencyContact">
>;

/** A new insurance of a patient. */
export interface EmrNewInsurance {
  patientEhrId: string;
  /** Of the EMR's insurance companies; null for another payer. */
  payerId: string | null;
  payerName: string;
  memberId: string;
  groupNumber: string | null;
  /** 1 for the primary insurance, to 3. */
  priority: number;
  /** What the patient is to the subscriber. */
  relationship: Relationship;
  /** Name of the subscriber. */
  subscriber: string | null;
}

/** An insurance of a patient as the EMR keeps it; null for a number or a priority that it did not keep. */
export interface EmrPatientInsurance extends Omit<EmrNewInsurance, "memberId" | "priority"> {
  emrInsuranceId: string;
  memberId: string | null;
  priority: number | null;
}

/** The changed fields of an insurance; the EMR leaves the others. */
export type EmrInsuranceChanges = Partial<Omit<EmrNewInsurance, "patientEhrId">>;

/** A new visit. */
export interface EmrBooking {
  patientEhrId: string;
  providerEhrId: string;
  secondaryProviderEhrId: string | null;
  locationEmrId: string;
  /** ISO 8601 in UTC. */
  startsAt: string;
  /** Minutes. */
  duration: number;
  /** A visit type's id and name. */
  visitType: { id: string; name: string };
  appointmentMode: string | null;
  reason: string | null;
  note: string | null;
  /** True if the visit may overlap others. */
  mayOverlap: boolean;
  /** True if it was asked for in an open time: an EMR whose open times can be read refuses it once that is taken. */
  inOpenTime?: boolean;
}

/** The changed fields of a visit; the EMR leaves the others. */
export interface EmrVisitChange {
  emrAppointmentId: string;
  /** ISO 8601 in UTC. */
  startsAt?: string;
  /** Minutes. */
  duration?: number;
  providerEhrId?: string;
  locationEmrId?: string;
  /** A visit type's id and name. */
  visitType?: { id: string; name: string };
  reason?: string;
  note?: string;
}

/** A visit that does not take place. */
export interface EmrCancellation {
  emrAppointmentId: string;
  reason: string;
}

/** The changed fields; the EMR leaves the others. Labels are resolved to ids before. */
export interface EmrReferralChanges {
  priority?: "routine" | "urgent" | "stat";
  statusId?: string;
  reason?: string;
  notes?: string;
  priorAuthorizationCode?: string;
  specialtyId?: string;
  locationEmrId?: string;
  startDate?: string;
  endDate?: string;
  visitsAllowed?: number;
  assignedToId?: string;
}

export interface EmrNewReferral extends EmrReferralChanges {
  patientEhrId: string;
  reason: string;
  direction: "incoming" | "outgoing";
  referringProviderEhrId: string | null;
}

export interface EmrTeamAssignment {
  patientEhrId: string;
  teamId: string;
}

export interface EmrNewService {
  patientEhrId: string;
  emrEpisodeId: string;
  serviceTypeId: string;
  formId: string | null;
  /** By question id; for a scored question the numeric score. */
  answers: Record<string, string>;
  serviceDate: string;
}

export interface EmrOrder {
  patientEhrId: string;
  type: "lab" | "imaging" | "procedure";
  itemIds: string[];
  providerEhrId: string | null;
  priority: "routine" | "urgent" | "stat";
  notes: string | null;
}

export interface EmrMessage {
  providerEhrId: string;
  subject: string;
  message: string;
}

export interface EmrTask {
  patientEhrId: string;
  description: string;
  subject: string | null;
  assigneeUserId: string | null;
  phoneCallTypeId: string | null;
  notifyList: string[];
  locationEmrId: string | null;
  taskType: string | null;
  details: string | null;
  assignedTo: string | null;
  facilityId: string | null;
  dueDate: string | null;
  startDate: string;
  priority: "Low" | "Normal" | "High";
}

export interface EmrRecallAction {
  recallEhrId: string;
  actionTaken: string;
  note: string | null;
}

/** Options of every write. Writes with the same key happen once, however often they are sent (decisions §6). */
export interface WriteOptions {
  /** 32 hex digits. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Takes note of what the EMR keeps otherwise than it was sent, in a sentence without values of the patient. */
  warn?(sentence: string): void;
}

/** The methods that write. */
interface EmrWriting {
  createPayment(payment: EmrPayment, options: WriteOptions): Promise<{ emrTransactionId: string }>;
  /** Returns the patient as the EMR keeps them, with the id and the MRN that it has assigned. */
  createPatient(patient: EmrNewPatient, options: WriteOptions): Promise<EmrPatient>;
  /** Returns the patient as the EMR keeps them. Throws a validation fault for an unknown one. */
  updatePatient(ehrId: string, changes: EmrPatientChanges, options: WriteOptions): Promise<EmrPatient>;
  /** Returns the insurance as the EMR keeps it. Throws a validation fault for an unknown patient. */
  createInsurance(insurance: EmrNewInsurance, options: WriteOptions): Promise<EmrPatientInsurance>;
  /** Returns the insurance as the EMR keeps it. Throws a validation fault for an unknown one. */
  updateInsurance(
    emrInsuranceId: string,
    changes: EmrInsuranceChanges,
    options: WriteOptions,
  ): Promise<EmrPatientInsurance>;
  createPatientNote(note: EmrPatientNote, options: WriteOptions): Promise<{ emrNoteId: string }>;
  createVisitNote(note: EmrVisitNote, options: WriteOptions): Promise<{ emrNoteId: string }>;
  createDocument(document: EmrNewDocument, options: WriteOptions): Promise<{ emrDocumentId: string }>;
  createReferral(referral: EmrNewReferral, options: WriteOptions): Promise<{ ehrId: string }>;
  updateReferral(ehrId: string, changes: EmrReferralChanges, options: WriteOptions): Promise<void>;
  /** Opens an episode, or returns the most recent one if the patient is on the team already. */
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
  /** Throws a validation fault of the code `overlap` if the EMR refuses overlaps and the time is taken. */
  bookAppointment(booking: EmrBooking, options: WriteOptions): Promise<{ emrAppointmentId: string }>;
  /**
   * Moves or changes a visit. Throws a validation fault of the code `overlap` if the EMR refuses overlaps and the new time is
   * taken, and of `record_not_found` for a visit that the EMR does not hold.
   */
  changeAppointment(change: EmrVisitChange, options: WriteOptions): Promise<void>;
  /**
   * Cancels a visit. `already` is true if it was cancelled before: then nothing was written. Throws a validation fault of the
   * code `record_not_found` for a visit that the EMR does not hold.
   */
  cancelAppointment(cancellation: EmrCancellation, options: WriteOptions): Promise<{ already: boolean }>;
  updateAppointmentStatus(
    appointment: { emrAppointmentId: string; status: string },
    options: WriteOptions,
  ): Promise<void>;
}

/**
 * The capabilities of EMRs, each with the methods that write it; none if it only reads. An operation names the one that it needs
 * (interface 1: some EMR types lack some). A new write is one entry here.
 */
export const WRITES_OF = {
  payments: ["createPayment"],
  patient_notes: ["createPatientNote"],
  visit_notes: ["createVisitNote"],
  claims_fetch: [],
  appointments_fetch: [],
  patients_fetch: [],
  availability_fetch: [],
  services: ["assignTeam", "createService", "signService"],
  order_catalog: [],
  orders: ["createOrder"],
  messages: ["sendMessage"],
  tasks: ["createTask"],
  recall_actions: ["addRecallAction"],
  referrals: ["createReferral", "updateReferral"],
  appointments: ["updateAppointmentStatus"],
  patients: ["createPatient"],
  patient_changes: ["updatePatient"],
  bookings: ["bookAppointment"],
  moves: ["changeAppointment"],
  cancellations: ["cancelAppointment"],
  documents: ["createDocument"],
  insurances: ["createInsurance", "updateInsurance"],
} as const satisfies Record<string, readonly (keyof EmrWriting)[]>;

/** The methods of a connection that write. */
export const EMR_WRITES = Object.values(WRITES_OF).flat();

/** The writes of a connection: those that the table names. */
export type EmrWrites = Pick<EmrWriting, (typeof EMR_WRITES)[number]>;
