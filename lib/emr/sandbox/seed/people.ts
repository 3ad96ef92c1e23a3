import type { EmrPatient, EmrProvider } from "#lib/emr/port/port";
import { addDays } from "#lib/kernel/dates";
import { ORIGINS } from "./names.ts";
import type { Place } from "./places.ts";
import { addressIn, phoneIn } from "./places.ts";
import { type Random, randomOf } from "./random.ts";

const SHARES = ORIGINS.reduce((sum, origin) => sum + origin.share, 0);
/** A given name of one origin with a family name of another: marriages, adoptions, parents' taste. */
const MIXED = 0.15;
const DAYS_PER_YEAR = 365.25;

interface Name {
  firstName: string;
  lastName: string;
  gender: "female" | "male";
}

function originOf(random: Random) {
  let at = random.next() * SHARES;
  for (const origin of ORIGINS) {
    at -= origin.share;
    if (at < 0) return origin;
  }
  return random.pick(ORIGINS);
}

/** A name whose parts go together, most of the time. */
export function nameOf(random: Random): Name {
  const origin = originOf(random);
  const gender = random.chance(0.52) ? "female" : "male";
  const family = random.chance(MIXED) ? originOf(random) : origin;
  return { firstName: random.pick(origin[gender]), lastName: random.pick(family.family), gender };
}

/** A name as it can stand in an email address. */
export const mailName = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll("ø", "o")
    .replaceAll(/[^a-z]/g, "");

/** Younger and older people come more often than their share of the population. */
function ageInYears(random: Random, oldest: number): number {
  if (oldest < 30) return random.next() * oldest;
  const group = random.next();
  if (group < 0.22) return random.next() * 18;
  if (group < 0.6) return 18 + random.next() * 37;
  return 55 + random.next() * (oldest - 55);
}

/**
 * The patients of a practice, numbered from `firstNumber` on. The same person comes back for the same practice and
 * number; the birth date follows from `today` (YYYY-MM-DD), so that the ages stay the same.
 */
export function patientsOf(
  practice: { name: string; places: readonly Place[]; firstNumber: number; count: number; oldest: number },
  today: string,
): EmrPatient[] {
  return Array.from({ length: practice.count }, (_, index) => {
    const number = practice.firstNumber + index;
    const random = randomOf(`${practice.name}/patient/${number}`);
    const { firstName, lastName, gender } = nameOf(random);
    const place = random.pick(practice.places);
    const days = Math.floor(ageInYears(random, practice.oldest) * DAYS_PER_YEAR) + 1;
    return {
      mrn: `MRN-${number}`,
      ehrId: `PAT-${number}`,
      firstName,
      lastName,
      dob: addDays(today, -days),
      gender: random.chance(0.01) ? "other" : gender,
      phone: phoneIn(place, random),
      email: random.chance(0.8) ? `${mailName(firstName)}.${mailName(lastName)}${number % 1000}@example.com` : "",
      address: addressIn(place, random),
    };
  });
}

/** An NPI is ten digits, the last one the Luhn check digit over "80840" and the nine before it. */
export function npiOf(random: Random): string {
  const nine = `1${Array.from({ length: 8 }, () => random.between(0, 9)).join("")}`;
  const digits = [...`80840${nine}`].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

/** The providers of a practice; the last of many is on leave. Their ids are digits only (interface 4.8). */
export function providersOf(practice: {
  name: string;
  firstProvider: number;
  providerCount: number;
  specialties: readonly string[];
}): EmrProvider[] {
  return Array.from({ length: practice.providerCount }, (_, index) => {
    const id = practice.firstProvider + index;
    const random = randomOf(`${practice.name}/provider/${id}`);
    const { firstName, lastName } = nameOf(random);
    const specialty = practice.specialties[index % practice.specialties.length] ?? "Family Medicine";
    const onLeave = practice.providerCount > 5 && index === practice.providerCount - 1;
    return {
      ehrId: String(id),
      firstName,
      lastName,
      npi: npiOf(random),
      specialty,
      status: onLeave ? ("inactive" as const) : ("active" as const),
    };
  });
}
