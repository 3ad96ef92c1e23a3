/**
 * The record that an operation changes: its jobs run one at a time, in the order of their acceptance (decisions §6).
 * `idOf` names it from the request alone, as it is locked before anything is read; null where the request names none.
 */
export interface ChangedRecord<Input> {
  kind: "appointment" | "referral" | "recall" | "schedule" | "episodes";
  idOf(asked: { input: Input; params: Record<string, string> }): string | null;
}
