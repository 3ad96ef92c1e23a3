import type { SandboxKind } from "#lib/emr/sandbox/kind";
import type { Place } from "./places.ts";

/** The source of a practice's records: those of the first day, and those that its passing days add. */
export interface PracticePlan {
  name: string;
  kind: SandboxKind;
  /** IANA name. */
  timezone: string;
  places: readonly Place[];
  locationNames: readonly string[];
  /** The first of each kind of number; no two practices share a number. */
  firstLocation: number;
  firstProvider: number;
  firstNumber: number;
  providerCount: number;
  /** Number of patients. */
  count: number;
  staffCount: number;
  claimCount: number;
  referralCount: number;
  recallCount: number;
  referringCount: number;
  /** The oldest patient's age in years. */
  oldest: number;
  specialties: readonly string[];
}
