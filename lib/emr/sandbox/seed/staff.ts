import type { EmrReferringProvider, EmrStaff } from "#lib/emr/port/port";
import { mailName, nameOf, npiOf } from "./people.ts";
import { addressIn, type Place, phoneIn } from "./places.ts";
import { type Random, randomOf } from "./random.ts";

const ROLES = [
  "Nurse",
  "Medical assistant",
  "Front desk",
  "Billing",
  "Referral coordinator",
  "Medical assistant",
  "Care manager",
  "Front desk",
  "Nurse",
  "Office manager",
] as const;

/** Returns the staff of a practice besides its providers. */
export const staffOf = (practice: { name: string; firstProvider: number; staffCount: number }): EmrStaff[] =>
  Array.from({ length: practice.staffCount }, (_, index) => {
    const id = practice.firstProvider + 500 + index;
    const { firstName, lastName } = nameOf(randomOf(`${practice.name}/staff/${id}`));
    return {
      ehrId: `ST-${id}`,
      firstName,
      lastName,
      role: ROLES[index % ROLES.length] ?? "Nurse",
      email: `${mailName(firstName)}.${mailName(lastName)}@example.com`,
    };
  });

const SPECIALITIES = [
  "Cardiology",
  "Dermatology",
  "Endocrinology",
  "Family Medicine",
  "Gastroenterology",
  "Neurology",
  "Orthopedics",
  "Pediatrics",
  "Physical Therapy",
  "Psychiatry",
] as const;

/** Formats of telephone numbers that staff have typed over the years. */
const FORMATS: readonly ((area: string, exchange: string, line: string) => string)[] = [
  (area, exchange, line) => `${area}-${exchange}-${line}`,
  (area, exchange, line) => `(${area}) ${exchange}-${line}`,
  (area, exchange, line) => `${area}.${exchange}.${line}`,
  (area, exchange, line) => `${area}${exchange}${line}`,
  (area, exchange, line) => `+1 ${area} ${exchange} ${line}`,
  (area, exchange, line) => `1-${area}-${exchange}-${line}`,
];

function typedPhone(place: Place, random: Random): string {
  const [area = "", exchange = "", line = ""] = phoneIn(place, random).split("-");
  return random.pick(FORMATS)(area, exchange, line);
}

/** One of this many referring providers has retired. */
const ONE_INACTIVE_OF = 12;

/** Returns the referring providers outside of the practice. */
export const referringProvidersOf = (practice: {
  name: string;
  places: readonly Place[];
  firstNumber: number;
  referringCount: number;
}): EmrReferringProvider[] =>
  Array.from({ length: practice.referringCount }, (_, index) => {
    const id = practice.firstNumber + index;
    const random = randomOf(`${practice.name}/referring/${id}`);
    const { firstName, lastName } = nameOf(random);
    const place = random.pick(practice.places);
    const { street, city, state, zip } = addressIn(place, random);
    return {
      ehrId: `RP-${id}`,
      firstName,
      lastName,
      middleInitial: random.chance(0.4) ? random.pick([..."ABCDEFGHJKLMNPRSTW"]) : null,
      speciality: random.chance(0.9) ? random.pick(SPECIALITIES) : null,
      phone: random.chance(0.95) ? typedPhone(place, random) : null,
      fax: random.chance(0.8) ? typedPhone(place, random) : null,
      email: random.chance(0.5) ? `${mailName(lastName)}${id % 1000}@example.org` : null,
      npi: random.chance(0.95) ? npiOf(random) : null,
      addressStreet: street.replace(/ Apt \d+$/, ""),
      addressCity: city,
      addressState: state,
      addressZip: zip,
      active: index % ONE_INACTIVE_OF !== ONE_INACTIVE_OF - 1,
    };
  });
