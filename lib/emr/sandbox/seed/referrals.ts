import type { EmrLocation, EmrNamed, EmrPatient, EmrReferringProvider, EmrStaff } from "#lib/emr/port/port";
import type { SandboxReferral } from "#lib/emr/sandbox/records";
import { addDays } from "#lib/kernel/dates";
import { type Random, randomOf } from "./random.ts";

/** Reasons for referrals with their specialties. */
const REASONS = [
  { specialty: "Cardiology", reason: "Chest pain on exertion", notes: "Stress test before the visit, please." },
  { specialty: "Cardiology", reason: "New atrial fibrillation", notes: "Started on apixaban." },
  { specialty: "Dermatology", reason: "Changing mole on the back", notes: null },
  { specialty: "Endocrinology", reason: "Thyroid nodule", notes: "Ultrasound attached." },
  { specialty: "Gastroenterology", reason: "Screening colonoscopy", notes: null },
  { specialty: "Gastroenterology", reason: "Persistent abdominal pain", notes: "Labs attached." },
  { specialty: "Neurology", reason: "Recurrent migraine", notes: "Two preventive drugs tried without success." },
  { specialty: "Orthopedics", reason: "Knee pain after injury", notes: "MRI has been scheduled." },
  { specialty: "Orthopedics", reason: "Shoulder impingement", notes: null },
  { specialty: "Physical Therapy", reason: "Low back pain", notes: "Twice a week." },
  { specialty: "Physical Therapy", reason: "Rehabilitation after ankle fracture", notes: null },
] as const;

const DAYS_BACK = 150;
const INCOMING = 0.4;

interface Practice {
  name: string;
  firstNumber: number;
  referralCount: number;
  patients: readonly EmrPatient[];
  locations: readonly EmrLocation[];
  staff: readonly EmrStaff[];
  referringProviders: readonly EmrReferringProvider[];
  statuses: readonly EmrNamed[];
  specialties: readonly EmrNamed[];
}

/** Returns a referral's status, which moves along the list over the weeks. */
function statusAfter(days: number, { statuses }: Practice, random: Random): string {
  const most = Math.min(statuses.length - 1, Math.floor(days / 15) + 1);
  return (statuses[random.between(0, most)] ?? random.pick(statuses)).id;
}

/** Returns the period and the number of visits that a processed referral allows. */
function scopeOf(created: string, random: Random) {
  if (random.chance(0.25)) return { startDate: null, endDate: null, visitsAllowed: null };
  const startDate = addDays(created, random.between(2, 20));
  return { startDate, endDate: addDays(startDate, random.pick([30, 90, 180])), visitsAllowed: random.between(1, 12) };
}

/** Returns the referrals of a practice over the five months before today (YYYY-MM-DD). */
export const referralsOf = (practice: Practice, today: string): SandboxReferral[] =>
  Array.from({ length: practice.referralCount }, (_, index) => {
    const number = practice.firstNumber + index;
    const random = randomOf(`${practice.name}/referral/${number}`);
    const days = random.between(1, DAYS_BACK);
    const created = addDays(today, -days);
    const updated = addDays(created, random.between(0, Math.min(days - 1, 10)));
    const { specialty, reason, notes } = random.pick(REASONS);
    return {
      id: `REF-${number}`,
      patientId: random.pick(practice.patients).ehrId,
      direction: random.chance(INCOMING) ? "incoming" : "outgoing",
      statusId: statusAfter(days, practice, random),
      priority: random.pick(["routine", "routine", "routine", "urgent", "urgent", "stat"] as const),
      reason,
      notes,
      priorAuthorizationCode: random.chance(0.5) ? `PA${random.between(1_000_000, 9_999_999)}` : null,
      specialtyId: practice.specialties.find(({ name }) => name === specialty)?.id ?? null,
      locationId: random.chance(0.9) ? random.pick(practice.locations).emrId : null,
      ...scopeOf(created, random),
      assignedToId: random.chance(0.8) ? random.pick(practice.staff).ehrId : null,
      referringProviderId: random.pick(practice.referringProviders).ehrId,
      createdAt: `${created}T14:${random.between(10, 59)}:00.000Z`,
      updatedAt: `${updated}T18:${random.between(10, 59)}:00.000Z`,
    };
  });
