/**
 * The record that an operation changes: its jobs run one at a time, in the order of acceptance (decisions §6). `idOf`
 * returns its id from the request alone, as the record is locked before anything is read; null if the request names no
 * record. An `appointment` is named by its id in the EMR, a `visit` is an appointment by its id here: acceptance finds its line. `insurances` are all of a patient, by the MRN: the EMR takes one of each priority.
 */
export interface ChangedRecord<Input> {
  kind: "appointment" | "visit" | "referral" | "recall" | "patient" | "insurances" | "schedule" | "episodes";
  idOf(asked: { input: Input; params: Record<string, string> }): string | null;
}
