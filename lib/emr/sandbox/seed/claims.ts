import type { EmrPatient } from "#lib/emr/port/port";
import type { SandboxClaim } from "#lib/emr/sandbox/records";
import { addDays } from "#lib/kernel/dates";
import { type Random, randomOf } from "./random.ts";

const STATUSES = {
  RDY: "Ready to submit",
  SUB: "Submitted to payer",
  ACC: "Accepted by payer",
  PND: "Pending at payer",
  PAID: "Paid in full",
  PPD: "Partially paid",
  DEN: "Denied by payer",
  PTB: "Billed to patient",
} as const;
type Status = keyof typeof STATUSES;

/** Days before today that have claims. */
const DAYS_BACK = 120;
const IN_CENTS = 100;

/** Returns a claim's status, which moves on over the weeks. */
function statusAfter(days: number, random: Random): Status {
  if (days <= 3) return random.pick(["RDY", "RDY", "SUB"] as const);
  if (days <= 14) return random.pick(["SUB", "SUB", "ACC", "PND"] as const);
  if (days <= 45) return random.pick(["ACC", "PND", "PAID", "PAID", "PPD", "DEN"] as const);
  return random.pick(["PAID", "PAID", "PAID", "PAID", "PPD", "DEN", "PTB", "PTB"] as const);
}

/** Returns the unpaid amount in cents; never more than the charge. */
function balanceOf(status: Status, charge: number, random: Random): number {
  if (status === "PAID") return 0;
  if (status === "PPD") return Math.round(charge * (0.1 + random.next() * 0.5));
  if (status === "PTB") return Math.min(charge, random.between(15, 75) * IN_CENTS);
  return charge;
}

const weekday = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 ? addDays(date, -2) : day === 6 ? addDays(date, -1) : date;
};

/** Returns the claims of a practice over the four months before today (YYYY-MM-DD). */
export const claimsOf = (
  practice: { name: string; firstNumber: number; claimCount: number; patients: readonly EmrPatient[] },
  today: string,
): SandboxClaim[] =>
  Array.from({ length: practice.claimCount }, (_, index) => {
    const number = practice.firstNumber + index;
    const random = randomOf(`${practice.name}/claim/${number}`);
    const days = Math.floor(random.next() * DAYS_BACK) + 1;
    const status = statusAfter(days, random);
    const charge = random.between(85 * 20, 460 * 20) * 5;
    return {
      id: `CLM-${number}`,
      patientId: random.pick(practice.patients).ehrId,
      serviceDate: weekday(addDays(today, -days)),
      status,
      statusDescription: STATUSES[status],
      totalCharge: (charge / IN_CENTS).toFixed(2),
      balance: (balanceOf(status, charge, random) / IN_CENTS).toFixed(2),
    };
  });
