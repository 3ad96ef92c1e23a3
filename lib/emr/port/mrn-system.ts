/** A system of patient identifiers in an EMR: a candidate for the MRN, with values of real patients. */
export interface MrnSystem {
  system: string;
  /** Name of the identifier in the EMR, such as "Medical record number"; null without one. */
  name: string | null;
  /** Patients who carry it, among those that were read. */
  patients: number;
  /** Patients that were read. */
  of: number;
  /** Patients whose value another patient carries as well. */
  shared: number;
  /** Values of the first patients. */
  examples: string[];
}
