import type { EmrPatient, EmrProvider } from "#lib/emr/port/port";
import { addDays } from "#lib/kernel/dates";
import { ORIGINS } from "./names.ts";
import type { Place } from "./places.ts";
import { addressIn, phoneIn } from "./places.ts";
import { type Random, randomOf } from "./random.ts";

const SHARES = ORIGINS.reduce((sum, origin) => sum + origin.share, 0);
/** Share of people with a given name of one origin and a family name of another. */
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

/** Returns a name, usually with both parts of one origin. */
export function nameOf(random: Random): Name {
  const origin = originOf(random);
  const gender = random.chance(0.52) ? "female" : "male";
  const family = random.chance(MIXED) ? originOf(random) : origin;
  return { firstName: random.pick(origin[gender]), lastName: random.pick(family.family), gender };
}

/** Returns a name in the form of an email address. */
export const mailName = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll("ø", "o")
    .replaceAll(/[^a-z]/g, "");

/** Returns an age; the young and the old visit more often than their share of the population. */
function ageInYears(random: Random, oldest: number): number {
  if (oldest < 30) return random.next() * oldest;
  const group = random.next();
  if (group < 0.22) return random.next() * 18;
  if (group < 0.6) return 18 + random.next() * 37;
  return 55 + random.next() * (oldest - 55);
}

const LETTERS = [..."ABCDEGHJKLMNPRST"];
const RELATIONSHIPS = ["Spouse", "Parent", "Child", "Sibling", "Friend"];

/** Returns what a practice knows of some patients beside the rest, from numbers of its own: the rest stays as it was. */
function furtherOf(person: { practice: string; number: number; place: Place }): Partial<EmrPatient> {
  const random = randomOf(`${person.practice}/patient/${person.number}/further`);
  const other = nameOf(random);
  const contact = {
    name: `${other.firstName} ${other.lastName}`,
    relationship: random.pick(RELATIONSHIPS),
    phone: phoneIn(person.place, random),
  };
  return {
    middleName: random.chance(0.4) ? random.pick(LETTERS) : null,
    suffix: random.chance(0.02) ? "Jr" : null,
    mobilePhone: random.chance(0.6) ? phoneIn(person.place, random) : null,
    preferredLanguage: random.chance(0.9) ? "English" : "Spanish",
    emergencyContact: random.chance(0.5) ? contact : null,
  };
}

/**
 * Returns the patients of a practice, numbered from `firstNumber`. A person follows from the practice and the number, a
 * birth date from `today` (YYYY-MM-DD), so that ages stay the same.
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
      mergedInto: null,
      firstName,
      lastName,
      dob: addDays(today, -days),
      gender: random.chance(0.01) ? "other" : gender,
      phone: phoneIn(place, random),
      email: random.chance(0.8) ? `${mailName(firstName)}.${mailName(lastName)}${number % 1000}@example.com` : "",
      address: addressIn(place, random),
      ...furtherOf({ practice: practice.name, number, place }),
    };
  });
}

/** Returns an NPI: ten digits, the last one the Luhn check digit over "80840" and the nine before it. */
export function npiOf(random: Random): string {
  const nine = `1${Array.from({ length: 8 }, () => random.between(0, 9)).join("")}`;
  const digits = [...`80840${nine}`].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

/**
 * Returns the providers of a practice; in a large one the last is on leave. Their ids are digits only (interface 4.8).
 */
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
