import type { FaultyRecord } from "./faulty-record.ts";
import type { EmrAppointment, EmrPatient } from "./records.ts";

/** What a live fetch of schedules asks for: the records that start at `from` or later and before `to`, ISO 8601. */
export interface SchedulesQuestion {
  from: string;
  to: string;
  /** The providers whose records are wanted: an EMR may return those of others, too. */
  providerEhrIds: readonly string[];
  /** The visits, or the open and blocked times. */
  only: "visits" | "slots";
}

export interface LiveSchedules {
  records: EmrAppointment[];
  /** As of a page of records. */
  faulty: FaultyRecord[];
  /** As of a page of records. */
  mayHaveParts?: string[];
}

/** The patients whom a live fetch names, in one way: a whole MRN, beginnings of names, a whole telephone number or birth date. */
export type PatientQuestion = { mrn: string } | { name: string } | { phone: string } | { dob: string };

/** Patients of one live fetch. */
export const MOST_PATIENTS = 100;

export interface LivePatients {
  /** At most `MOST_PATIENTS`, none that was merged into another one. */
  records: EmrPatient[];
  /** As of a page of records. */
  faulty: FaultyRecord[];
  /** True if the EMR has more of them. */
  hasMore: boolean;
  /** True if the EMR cannot be asked for one patient: those whom it does not return stay until a sync reads them. */
  cannotAsk?: true;
}
