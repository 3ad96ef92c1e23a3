import type { EmrNamed, EmrPatient } from "#lib/emr/port/port";
import type { SandboxRecall } from "#lib/emr/sandbox/records";
import { addDays } from "#lib/kernel/dates";
import { type Random, randomOf } from "./random.ts";

const ADULT_REASONS = [
  "Annual physical",
  "Mammogram",
  "Colonoscopy",
  "Hemoglobin A1c",
  "Lipid panel",
  "Pap smear",
  "Blood pressure check",
  "Influenza vaccine",
] as const;
const CHILD_REASONS = ["Well-child visit", "Vaccines due", "Asthma check", "Lead level", "Sports physical"] as const;
const NOTES = [
  "No answer",
  "Will call back",
  "Asked to be reminded next month",
  "Number no longer in service",
] as const;
const DAYS_AROUND = 90;

interface Practice {
  name: string;
  firstNumber: number;
  recallCount: number;
  oldest: number;
  patients: readonly EmrPatient[];
  actions: readonly EmrNamed[];
  closingActions: readonly EmrNamed[];
}

/** Returns the actions of a recall: none or a few attempts, and the one that closed it. */
function actionsOf(practice: Practice, id: string, last: string, closed: boolean, random: Random) {
  const tries = practice.actions.filter((action) => !practice.closingActions.includes(action));
  const count = random.between(0, 2);
  const taken = Array.from({ length: count }, () => random.pick(tries));
  if (closed) taken.push(random.pick(practice.closingActions));
  return taken.map(({ name }, index) => ({
    id: `RCA-${id.slice(4)}-${index + 1}`,
    actionTaken: name,
    note: random.chance(0.4) ? random.pick(NOTES) : null,
    at: `${addDays(last, (index + 1 - taken.length) * 4)}T15:${String(random.between(10, 59))}:00.000Z`,
  }));
}

/** Returns the recalls of a practice: overdue, due in the next weeks, and closed. `today` is YYYY-MM-DD. */
export const recallsOf = (practice: Practice, today: string): SandboxRecall[] =>
  Array.from({ length: practice.recallCount }, (_, index) => {
    const id = `RCL-${practice.firstNumber + index}`;
    const random = randomOf(`${practice.name}/recall/${id}`);
    const days = random.between(-DAYS_AROUND, DAYS_AROUND);
    const dueDate = addDays(today, days);
    const closed = days < 20 && random.chance(0.45);
    const last = addDays(today, Math.min(-1, days - random.between(0, 14)));
    return {
      id,
      patientId: random.pick(practice.patients).ehrId,
      reason: random.pick(practice.oldest < 30 ? CHILD_REASONS : ADULT_REASONS),
      dueDate,
      status: closed ? "closed" : "open",
      actions: days < 20 ? actionsOf(practice, id, last, closed, random) : [],
    };
  });
