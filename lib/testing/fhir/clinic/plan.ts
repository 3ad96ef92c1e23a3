import { IDAHO } from "#lib/emr/sandbox/seed/places";
import type { PracticePlan } from "#lib/emr/sandbox/seed/practice-plan";

/** IANA name of the clinic's time zone. */
export const CLINIC_TIMEZONE = "America/Los_Angeles";

/** System of the clinic's medical record numbers. */
export const MRN_SYSTEM = "https://lakeside-clinic.example/mrn";

/** The clinic of the FHIR servers: people, places and letters as the simulated practices have them. */
export const CLINIC_PLAN: PracticePlan = {
  name: "Lakeside Clinic",
  kind: "sandbox",
  timezone: CLINIC_TIMEZONE,
  places: IDAHO,
  locationNames: ["Coeur d'Alene Lakeside", "Post Falls Annex"],
  firstLocation: 1,
  firstProvider: 101,
  firstNumber: 1_001,
  providerCount: 9,
  count: 200,
  staffCount: 10,
  claimCount: 0,
  referralCount: 60,
  recallCount: 0,
  referringCount: 20,
  oldest: 94,
  specialties: ["Family Medicine", "Internal Medicine", "Pediatrics", "Behavioral Health"],
};
