import type {
  AppointmentCategory,
  EmrForm,
  EmrInsurance,
  EmrLocation,
  EmrNamed,
  EmrPatient,
  EmrProvider,
  EmrReferringProvider,
  EmrSettings,
  EmrStaff,
  EmrVisitType,
} from "#lib/emr/port/port";
import type { SandboxKind } from "./kind.ts";

/** The settings in the practice's own row; the others have tables. */
export type PracticeLists = Omit<
  EmrSettings,
  "timezone" | "userActive" | "visitStatuses" | "paymentMethods" | "noteCategories"
>;

/** An appointment, an open slot or blocked time of the simulated schedule. */
export interface SandboxAppointment {
  id: string;
  category: AppointmentCategory;
  /** Wall clock in the practice's zone: `YYYY-MM-DDTHH:MM`. */
  startsAt: string;
  durationMinutes: number;
  providerId: string;
  locationId: string;
  secondaryProviderId: string | null;
  patientId: string | null;
  /** The code of a visit status. */
  status: string | null;
  visitType: string | null;
  mode: string | null;
  complaintType: string | null;
  reason: string | null;
  note: string | null;
  progressNote: string | null;
  blockLabel: string | null;
  blockColor: string | null;
  /** The first is the primary one. */
  insurances: EmrInsurance[];
  diagnoses: { code: string; description: string }[];
  medications: { name: string; dose: string }[];
  /** Wall clock in the practice's zone, as `startsAt`. */
  createdAt: string;
}

/** A form with the risk bands of its total, ascending; empty if it is not scored. */
export interface SandboxForm extends EmrForm {
  riskBands: { from: number; band: string }[];
}

/** Money is decimal text with two places. */
export interface SandboxClaim {
  id: string;
  patientId: string;
  serviceDate: string;
  status: string;
  statusDescription: string;
  totalCharge: string;
  balance: string;
}

/** Moments are ISO 8601 with an offset, days YYYY-MM-DD; status and specialty are ids of the practice's lists. */
export interface SandboxReferral {
  id: string;
  patientId: string;
  direction: "incoming" | "outgoing";
  statusId: string;
  priority: "routine" | "urgent" | "stat";
  reason: string;
  notes: string | null;
  priorAuthorizationCode: string | null;
  specialtyId: string | null;
  locationId: string | null;
  startDate: string | null;
  endDate: string | null;
  visitsAllowed: number | null;
  assignedToId: string | null;
  referringProviderId: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SandboxDocument {
  id: string;
  fileName: string;
  mimeType: string;
  patientId: string | null;
  referralId: string | null;
  createdAt: string;
  content: Uint8Array;
}

export interface SandboxRecall {
  id: string;
  patientId: string;
  reason: string;
  dueDate: string;
  status: "open" | "closed";
  actions: { id: string; actionTaken: string; note: string | null; at: string }[];
}

export interface SandboxCatalogItem {
  id: string;
  type: "lab" | "imaging" | "procedure";
  name: string;
  billable: boolean;
}

/** All records that a simulated practice begins with. */
export interface PracticeRecords {
  name: string;
  kind: SandboxKind;
  /** IANA name. */
  timezone: string;
  lists: PracticeLists;
  visitStatuses: { code: string; description: string }[];
  paymentMethods: EmrNamed[];
  noteCategories: EmrNamed[];
  locations: EmrLocation[];
  providers: EmrProvider[];
  visitTypes: EmrVisitType[];
  staff: EmrStaff[];
  referringProviders: EmrReferringProvider[];
  forms: SandboxForm[];
  catalog: SandboxCatalogItem[];
  patients: EmrPatient[];
  appointments: SandboxAppointment[];
  claims: SandboxClaim[];
  referrals: SandboxReferral[];
  documents: SandboxDocument[];
  recalls: SandboxRecall[];
}
