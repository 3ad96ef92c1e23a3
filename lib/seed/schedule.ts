import { addDays } from "#lib/core/dates";
import type { EmrLocation, EmrPatient, EmrProvider } from "#lib/emr/port";
import type { SandboxAppointment } from "#lib/emr/sandbox/records";
import { type Random, randomOf } from "./random.ts";

const DAYS_BACK = 2;
const DAYS_AHEAD = 5;
/** Minutes after midnight. */
const LUNCH = { from: 12 * 60, to: 13 * 60 };
const WEEKDAY = { from: 8 * 60, to: 17 * 60 };
const WEEKEND = { from: 9 * 60, to: LUNCH.from };
/** One provider of so many works on a weekend. */
const WEEKEND_SHIFT = 3;
const BOOKED = 0.72;
const LENGTHS = [20, 20, 30, 40] as const;
const VISIT_TYPES = ["Office Visit", "Follow-up", "Annual Physical", "New Patient", "Telehealth"] as const;
const REASONS = ["Cough and fever", "Blood pressure check", "Medication review", "Back pain", "Rash", "Annual exam"];
const EMPTY = {
  patientId: null,
  secondaryProviderId: null,
  status: null,
  visitType: null,
  mode: null,
  complaintType: null,
  reason: null,
  note: null,
  progressNote: null,
  blockLabel: null,
  blockColor: null,
  insurances: [],
  diagnoses: [],
  medications: [],
};

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

function statusOn(date: string, today: string, random: Random): string {
  const at = random.next();
  if (date < today) return at < 0.86 ? "CMP" : at < 0.94 ? "NOS" : "CAN";
  return at < 0.55 ? "SCH" : at < 0.93 ? "CNF" : "CAN";
}

type Content = Omit<
  SandboxAppointment,
  "id" | "startsAt" | "createdAt" | "durationMinutes" | "providerId" | "locationId"
>;

function contentOf(date: string, today: string, patients: readonly EmrPatient[], random: Random): Content {
  if (!random.chance(BOOKED)) return { ...EMPTY, category: "schedule_slot" };
  return {
    ...EMPTY,
    category: "appointment",
    patientId: random.pick(patients).ehrId,
    status: statusOn(date, today, random),
    visitType: random.pick(VISIT_TYPES),
    reason: random.pick(REASONS),
  };
}

const LUNCH_BLOCK: Content = { ...EMPTY, category: "schedule_block", blockLabel: "Lunch", blockColor: "#9CA3AF" };

interface Practice {
  name: string;
  providers: readonly EmrProvider[];
  locations: readonly EmrLocation[];
  patients: readonly EmrPatient[];
}

/** One provider's day from opening to closing, without a gap: appointments, open slots, lunch. */
function dayOf(practice: Practice, providerId: string, locationId: string, date: string, today: string) {
  const random = randomOf(`${practice.name}/schedule/${providerId}/${date}`);
  const hours = isWeekend(date) ? WEEKEND : WEEKDAY;
  const rows: SandboxAppointment[] = [];
  for (let at = hours.from; at < hours.to; ) {
    const lunch = at === LUNCH.from;
    const until = lunch ? LUNCH.to : at < LUNCH.from ? LUNCH.from : hours.to;
    const durationMinutes = lunch ? until - at : Math.min(random.pick(LENGTHS), until - at);
    rows.push({
      ...(lunch ? LUNCH_BLOCK : contentOf(date, today, practice.patients, random)),
      id: `APT-${date.replaceAll("-", "")}-${providerId}-${rows.length + 1}`,
      startsAt: `${date}T${clock(at)}`,
      createdAt: `${addDays(date, -14)}T08:00`,
      durationMinutes,
      providerId,
      locationId,
    });
    at += durationMinutes;
  }
  return rows;
}

/**
 * The schedule of a practice's active providers on the days around today (YYYY-MM-DD where the practice is).
 * A day's rows follow from its date alone, but for the statuses of what is over.
 */
export function scheduleOf(practice: Practice, today: string): SandboxAppointment[] {
  const dates = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, index) => addDays(today, index - DAYS_BACK));
  return dates.flatMap((date) =>
    practice.providers.flatMap((provider, index) => {
      const location = practice.locations[index % practice.locations.length];
      const works = provider.status === "active" && (!isWeekend(date) || index % WEEKEND_SHIFT === 0);
      return location && works ? dayOf(practice, provider.ehrId, location.emrId, date, today) : [];
    }),
  );
}
