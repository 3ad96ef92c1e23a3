import type { EmrLocation, EmrNamed, EmrPatient, EmrProvider, EmrSettings } from "#lib/emr/port";
import type { SandboxKind } from "./kinds.ts";

/** The settings that stand in the practice's own row; the others have tables. */
export type PracticeLists = Omit<
  EmrSettings,
  "timezone" | "userActive" | "visitStatuses" | "paymentMethods" | "noteCategories"
>;

/** An appointment, an open slot or a blocked time of the simulated schedule. */
export interface SandboxAppointment {
  id: string;
  category: "appointment" | "schedule_slot" | "schedule_block";
  /** Wall clock in the practice's zone: `YYYY-MM-DDTHH:MM`. */
  startsAt: string;
  durationMinutes: number;
  providerId: string;
  locationId: string;
  patientId: string | null;
  /** A visit status's code. */
  status: string | null;
  visitType: string | null;
  reason: string | null;
  blockLabel: string | null;
  blockColor: string | null;
}

/** Everything that one simulated practice begins with. */
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
  patients: EmrPatient[];
  appointments: SandboxAppointment[];
}
