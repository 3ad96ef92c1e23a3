import type { PatientRecords } from "./use-patient-records.ts";

/** What each part of the overview is given. */
export interface PartProps {
  records: PatientRecords;
  /** Returns the address of a tab of the patient's page. */
  tab: (id: string) => string;
}
