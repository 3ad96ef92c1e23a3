import type { z } from "zod";
import { IDAHO, INDIANA, MONTANA, OHIO } from "#lib/emr/sandbox/seed/places";
import type { PracticePlan } from "#lib/emr/sandbox/seed/practice-plan";
import type { createPayment } from "#lib/resources/payments/create/definition";

export interface DemoOrganization {
  name: string;
  clientName: string;
  /** The plans of the linked accounts' practices. */
  accounts: readonly PracticePlan[];
  users: readonly { name: string; email: string; role: "admin" | "staff" }[];
  /** A payment that its integration posts to the first account and that the EMR refuses; none if absent. */
  refusedPayment?: z.input<typeof createPayment.input>;
}

const FAMILY = ["Family Medicine", "Internal Medicine", "Family Medicine", "Behavioral Health", "Women's Health"];
const PEDIATRICS = ["Pediatrics", "Pediatrics", "Adolescent Medicine", "Child Psychology"];

/** The two organizations of a new demo (decisions §1 and §10). */
export const DEMO: readonly DemoOrganization[] = [
  {
    name: "Riverside Family Medicine",
    clientName: "Riverside integration",
    accounts: [
      {
        name: "Riverside Main Clinic",
        kind: "sandbox",
        timezone: "America/New_York",
        places: OHIO,
        locationNames: ["Marietta Main", "Harmar Annex", "Belpre Clinic", "Athens Clinic"],
        firstLocation: 1,
        firstProvider: 1001,
        firstNumber: 100_001,
        providerCount: 12,
        count: 1500,
        staffCount: 40,
        claimCount: 2000,
        referralCount: 300,
        recallCount: 150,
        referringCount: 60,
        oldest: 96,
        specialties: FAMILY,
      },
      {
        name: "Riverside Walk-in Care",
        kind: "sandbox_basic",
        timezone: "America/Chicago",
        places: INDIANA,
        locationNames: ["Evansville Walk-in", "Newburgh Walk-in"],
        firstLocation: 21,
        firstProvider: 2001,
        firstNumber: 200_001,
        providerCount: 4,
        count: 300,
        staffCount: 12,
        claimCount: 400,
        referralCount: 60,
        recallCount: 30,
        referringCount: 24,
        oldest: 92,
        specialties: FAMILY,
      },
    ],
    users: [
      { name: "Dana Whitfield", email: "admin@riverside.example", role: "admin" },
      { name: "Luis Ortiz", email: "staff@riverside.example", role: "staff" },
    ],
    // The practice takes no such method.
    refusedPayment: {
      patient_mrn: "MRN-100731",
      payment_method: "Payment Plan",
      reference_number: "PLAN-0412",
      location: "LOC-1",
      amount: 60,
      notes: "First of four installments",
    },
  },
  {
    name: "Lakeside Pediatrics",
    clientName: "Lakeside integration",
    accounts: [
      {
        name: "Lakeside Coeur d'Alene",
        kind: "sandbox",
        timezone: "America/Los_Angeles",
        places: IDAHO,
        locationNames: ["Lakeside Coeur d'Alene", "Lakeside Post Falls"],
        firstLocation: 41,
        firstProvider: 3001,
        firstNumber: 300_001,
        providerCount: 5,
        count: 400,
        staffCount: 16,
        claimCount: 520,
        referralCount: 80,
        recallCount: 40,
        referringCount: 28,
        oldest: 18,
        specialties: PEDIATRICS,
      },
      {
        name: "Lakeside School Clinics",
        kind: "sandbox_basic",
        timezone: "America/Denver",
        places: MONTANA,
        locationNames: ["Kalispell Middle School", "Polson Elementary"],
        firstLocation: 61,
        firstProvider: 4001,
        firstNumber: 400_001,
        providerCount: 3,
        count: 250,
        staffCount: 10,
        claimCount: 320,
        referralCount: 50,
        recallCount: 25,
        referringCount: 20,
        oldest: 17,
        specialties: PEDIATRICS,
      },
    ],
    users: [
      { name: "Priya Nair", email: "admin@lakeside.example", role: "admin" },
      { name: "Ethan Marsh", email: "staff@lakeside.example", role: "staff" },
    ],
  },
];
