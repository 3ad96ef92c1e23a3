import type { EmrPatient } from "#lib/emr/port/port";

const FAMILY = (
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson " +
  "Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young " +
  "Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter " +
  "Roberts Whitfield O'Brien Müller Kowalski Groß Łukaszewicz Smith-Jones Nuñez Ávila D’Angelo"
).split(" ");
const GIVEN = (
  "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica " +
  "Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Margaret Mark Sandra Donald Ashley " +
  "Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy José María Søren Ana"
).split(" ");
const BEGINNINGS =
  "ba be bo bra ca chi da de do el fa fre ga go gri ha he ja ke ko kra la le lo ma me mo na ni o pa pe qui ra ri sa sche sto ta ti va ve wa wi za".split(
    " ",
  );
const MIDDLES =
  "bel cham dan den fel gar ler lin man mer nan nor per ran ras ren ric sel ser sin tan ten ter ton val ver vin win zel zer".split(
    " ",
  );
const ENDS =
  "a berg chuk dez e er es ey field ham ic in ini ko ler ley lo man moto ner o off ova owski sen ski son stein ton well wood".split(
    " ",
  );

/** Returns a name of three parts, another one for each number up to 40,000. */
function made(number: number): string {
  const at = (parts: string[], index: number) => parts[index % parts.length] ?? "";
  const begin = at(BEGINNINGS, number);
  const rest = Math.floor(number / BEGINNINGS.length);
  const name = begin + at(MIDDLES, rest) + at(ENDS, Math.floor(rest / MIDDLES.length));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the same fractions from 0 to 1 on every run. */
export function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns patients as a large practice in the United States has them: a third with one of the most frequent family names, the
 * others with one of 30,000; two of three with a second given name or its initial.
 */
export function manyPatients(count: number): EmrPatient[] {
  const random = fractions(7);
  const pick = (values: string[]) => values[Math.floor(random() ** 1.6 * values.length)] ?? "";
  const familyName = () => (random() < 0.35 ? pick(FAMILY) : made(Math.floor(random() ** 1.5 * 30_000)));
  const givenName = () => (random() < 0.7 ? pick(GIVEN) : made(30_000 + Math.floor(random() ** 2 * 6_000)));
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, "0");
  return Array.from({ length: count }, (_, index) => {
    const second = random();
    const further =
      second < 0.3 ? ` ${givenName()}` : second < 0.65 ? ` ${String.fromCharCode(65 + random() * 26)}` : "";
    const born = new Date(Date.UTC(1930, 0, 1) + Math.floor(random() * 34_000) * 86_400_000);
    return {
      mrn: `MRN-${100_000 + index}`,
      ehrId: `patient-${index}`,
      mergedInto: null,
      firstName: givenName() + further,
      lastName: familyName() + (random() < 0.04 ? ` ${familyName()}` : ""),
      dob: born.toISOString().slice(0, 10),
      gender: random() < 0.5 ? "female" : "male",
      phone: `(${200 + Math.floor(random() * 700)}) ${digits(3)}-${digits(4)}`,
      email: `patient${index}@example.com`,
      address: {
        street: `${digits(4)} Main Street`,
        city: made(Math.floor(random() * 500)),
        state: "OH",
        zip: digits(5),
      },
    };
  });
}
