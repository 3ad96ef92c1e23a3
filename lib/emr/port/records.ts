import type { FaultyRecord } from "./faulty-record.ts";
import type { VisitMeaning } from "./visit-meaning.ts";

/** Records that an EMR returns. Dates are YYYY-MM-DD, moments ISO 8601 with an offset, money decimal text. */

export interface EmrNamed {
  id: string;
  name: string;
}

export interface EmrTeam extends EmrNamed {
  /** The team's billing matrix; `formId` is the form that documents the service, if any. */
  serviceTypes: (EmrNamed & { formId: string | null })[];
}

/** The settings of a practice besides its lists of records (interface 2.14, decisions §5). */
export interface EmrSettings {
  /** IANA name. */
  timezone: string;
  /** False if the EMR user behind the access token is no longer linked or active. */
  userActive: boolean;
  requiredPatientFields: string[];
  /** `meaning` if the EMR itself states it, as FHIR does; absent if the EMR has codes and descriptions alone. */
  visitStatuses: { code: string; description: string; meaning?: VisitMeaning | null }[];
  paymentMethods: EmrNamed[];
  noteCategories: EmrNamed[];
  referralStatuses: EmrNamed[];
  specialties: EmrNamed[];
  taskTypes: EmrNamed[];
  taskDetails: EmrNamed[];
  phoneCallTypes: EmrNamed[];
  staffGroups: EmrNamed[];
  recallActions: EmrNamed[];
  recallClosingActions: EmrNamed[];
  teams: EmrTeam[];
  insuranceCompanies: EmrNamed[];
  pharmacies: EmrNamed[];
}

export interface EmrPatient {
  /** Several patients may carry the same one. */
  mrn: string;
  ehrId: string;
  /** `ehrId` of the patient that this one was merged into, as this record states it; null for all others. */
  mergedInto: string | null;
  /** `ehrId` of the patients that were merged into this one, as this record states it. */
  replaces?: readonly string[];
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD; null if the EMR knows no whole date. */
  dob: string | null;
  gender: string;
  phone: string;
  email: string;
  address: { street: string; city: string; state: string; zip: string };
  /** The following are left out by an EMR that does not show them. */
  middleName?: string | null;
  suffix?: string | null;
  mobilePhone?: string | null;
  preferredLanguage?: string | null;
  /** Whom to call in an emergency: `name` is "" if the EMR knows the telephone alone. */
  emergencyContact?: { name: string; relationship: string | null; phone: string | null } | null;
  /** False if the EMR no longer uses the record. */
  active?: boolean;
  deceased?: boolean;
  /** ISO 8601: a date or a moment. */
  deceasedAt?: string | null;
}

export interface EmrLocation {
  emrId: string;
  name: string;
  addressStreet: string;
  addressCity: string;
  addressState: string;
  addressZip: string;
  phone: string;
}

export interface EmrProvider {
  ehrId: string;
  firstName: string;
  lastName: string;
  npi: string;
  specialty: string;
  status: "active" | "inactive";
  /** The following are taken for a new provider alone, and left out by an EMR that does not show them. */
  hideInAvailability?: boolean;
  hours?: EmrShift[];
}

/** A shift of a provider's working hours. */
export interface EmrShift {
  /** The day in English, such as "Monday". */
  day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /** THH:MM:SS. */
  startTime: string;
  endTime: string;
  /** `emrId` of a location. */
  facilityId: string;
  facilityName: string;
  /** ISO 8601; null for no limit. */
  startDate: string | null;
  endDate: string | null;
}

export interface EmrVisitType {
  id: string;
  name: string;
  /** Minutes. */
  duration: number;
}

export interface EmrStaff {
  ehrId: string;
  firstName: string;
  lastName: string;
  role: string;
  email: string;
}

export interface EmrReferringProvider {
  ehrId: string;
  firstName: string;
  lastName: string;
  middleInitial: string | null;
  speciality: string | null;
  /** In any format that the EMR has. */
  phone: string | null;
  fax: string | null;
  email: string | null;
  npi: string | null;
  addressStreet: string | null;
  addressCity: string | null;
  addressState: string | null;
  addressZip: string | null;
  active: boolean;
}

/** A warning that an answer raises, such as one of thoughts of self-harm (decisions §5). */
export interface EmrQuestionAlert {
  /** The lowest score that raises it. */
  at_least: number;
  /** The next step. */
  text: string;
}

export interface EmrFormQuestion {
  emrQuestionId: string;
  text: string;
  required: boolean;
  type: "choice" | "text";
  options: { value: string; label: string; score: number | null }[];
  alert?: EmrQuestionAlert | undefined;
}

export interface EmrForm {
  emrFormId: string;
  name: string;
  /** The EMR derives a total and a risk band from the answers' scores. */
  scored: boolean;
  /** The words before the questions, such as the period that they ask about; null for a form without them. */
  stem: string | null;
  questions: EmrFormQuestion[];
}

export type AppointmentCategory = "appointment" | "schedule_slot" | "schedule_block";

export interface EmrInsurance {
  company: string;
  subscriber: string;
  number: string;
  groupNumber: string;
}

/** An appointment, an open slot or blocked time; slots and blocks have no patient. */
export interface EmrAppointment {
  emrAppointmentId: string;
  category: AppointmentCategory;
  startsAt: string;
  /** Minutes. */
  duration: number;
  /** The code of a visit status. */
  status: string | null;
  reason: string | null;
  note: string | null;
  progressNote: string | null;
  locationEmrId: string;
  blockLabel: string | null;
  blockColor: string | null;
  /** The name of the visit type. */
  appointmentType: string | null;
  appointmentMode: string | null;
  complaintType: string | null;
  providerEhrId: string;
  secondaryProviderEhrId: string | null;
  patientEhrId: string | null;
  /** The first is the primary insurance. */
  insurances: EmrInsurance[];
  diagnoses: { code: string; description: string }[];
  medications: { name: string; dose: string }[];
  createdAt: string;
}

/** The schedule of one provider as it was read. */
export interface EmrSchedule {
  appointments: EmrAppointment[];
  /** The moments that were read, ISO 8601, both included; null for all. */
  within: { from: string; to: string } | null;
  /** True if the EMR may hold more appointments than were read: none is removed because the reading lacks it. */
  partial?: true;
  /** As of a page of records. */
  faulty?: FaultyRecord[];
}

/** Some claims. */
export interface EmrClaims {
  claims: EmrClaim[];
  /** As of a page of records. */
  faulty?: FaultyRecord[];
}

/** Money is decimal text with two places. */
export interface EmrClaim {
  emrClaimId: string;
  patientMrn: string;
  serviceDate: string;
  claimStatus: string;
  claimStatusDescription: string;
  totalCharge: string;
  balance: string;
}

export interface EmrReferral {
  ehrId: string;
  patientMrn: string;
  /** `ehrId` of the patient, by which a changed MRN reaches the referral; left out by an EMR that shows the MRN alone. */
  patientEhrId?: string | null;
  direction: "incoming" | "outgoing";
  status: string;
  priority: "routine" | "urgent" | "stat";
  reason: string;
  notes: string | null;
  priorAuthorizationCode: string | null;
  specialty: string | null;
  locationEmrId: string | null;
  startDate: string | null;
  endDate: string | null;
  visitsAllowed: number | null;
  /** The `ehrId` of a staff member. */
  assignedToId: string | null;
  referringProviderEhrId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A document without its content. */
export interface EmrDocument {
  emrId: string;
  /** Null if the file alone has it, like the type. */
  fileName: string | null;
  mimeType: string | null;
  /** Bytes; null if the list does not say. */
  size: number | null;
  /**
   * Text that is another one once the file has changed, such as its digest; null if the list shows none: then a file
   * that is stored counts as unchanged.
   */
  version: string | null;
  patientMrn: string | null;
  /** As in a referral. */
  patientEhrId?: string | null;
  referralEhrId: string | null;
  createdAt: string;
}

/** The file of a document. */
export interface EmrFile {
  content: Uint8Array;
  /** Null if the list has it, like the type. */
  fileName: string | null;
  mimeType: string | null;
}

export interface EmrRecall {
  ehrId: string;
  patientMrn: string;
  reason: string;
  dueDate: string;
  status: "open" | "closed";
  /** Oldest first. */
  actions: { id: string; actionTaken: string; note: string | null; at: string }[];
}

export interface EmrCatalogItem {
  itemId: string;
  name: string;
  billable: boolean;
}

/** A service that the EMR holds (interface 3.2). */
export interface EmrService {
  emrServiceId: string;
  emrEpisodeId: string;
  signed: boolean;
  /** Derived by the EMR for a scored form. */
  score: number | null;
  riskBand: string | null;
}
