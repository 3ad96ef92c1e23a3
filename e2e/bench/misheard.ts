import type { EmrPatient } from "#lib/emr/port/port";
import { plainLetters } from "#lib/kernel/plain-letters";
import { fractions } from "./many-patients.ts";

type Named = Pick<EmrPatient, "firstName" | "lastName" | "dob">;
/** Returns what a person types who looks for a patient; `pick` returns a whole number from 0 to below its argument. */
type Typist = (patient: Named, pick: (below: number) => number) => string;

const first = ({ firstName }: Named) => firstName.split(" ")[0] ?? "";
const last = ({ lastName }: Named) => lastName.split(" ")[0] ?? "";
const dateOf = ({ dob }: Named) => (dob ?? "1980-01-01").split("-").map(Number) as [number, number, number];
const american = (patient: Named) => {
  const [year, month, day] = dateOf(patient);
  return `${month}/${day}/${year}`;
};

const replaced: (name: string, pick: (below: number) => number) => string = (name, pick) => {
  const at = 1 + pick(name.length - 1);
  return `${name.slice(0, at)}${String.fromCharCode(97 + pick(26))}${name.slice(at + 1)}`;
};
const swapped: typeof replaced = (name, pick) => {
  const at = pick(name.length - 1);
  return `${name.slice(0, at)}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
};
const doubled: typeof replaced = (name, pick) => {
  const at = pick(name.length);
  return `${name.slice(0, at)}${name.charAt(at)}${name.slice(at)}`;
};
const lacking: typeof replaced = (name, pick) => {
  const at = 1 + pick(name.length - 1);
  return name.slice(0, at) + name.slice(at + 1);
};

/** The ways in which names are typed, by their descriptions. */
const TYPISTS: Readonly<Record<string, Typist>> = {
  "last name": (patient) => last(patient),
  "first and last name": (patient) => `${first(patient)} ${last(patient)}`,
  "last, first, in plain letters": (patient) => plainLetters(`${last(patient)}, ${first(patient)}`),
  "another letter": (patient, pick) => replaced(last(patient), pick),
  "letters swapped": (patient, pick) => swapped(last(patient), pick),
  "a letter doubled": (patient, pick) => doubled(last(patient), pick),
  "a letter missing": (patient, pick) => lacking(last(patient), pick),
  "two other letters": (patient, pick) => replaced(replaced(last(patient), pick), pick),
  "another letter in both names": (patient, pick) =>
    `${replaced(first(patient), pick)} ${swapped(last(patient), pick)}`,
  "without what joins the parts": ({ lastName }) => plainLetters(lastName).replaceAll(/['\s-]/g, ""),
  "a beginning with another letter": (patient, pick) => replaced(last(patient).slice(0, 6), pick),
  "name and birth date": (patient) => `${last(patient)} ${american(patient)}`,
  "birth date and a wrong name": (patient, pick) => `${american(patient)} ${swapped(last(patient), pick)}`,
  "digits of a birth date": (patient) =>
    dateOf(patient)
      .map((part) => String(part).padStart(2, "0"))
      .join(""),
  "nobody's name": (patient, pick) => `${replaced(last(patient), pick)}zq${String.fromCharCode(97 + pick(26))}xv`,
};

/** Returns what people type who look for some of the patients, the same on every run. */
export function misheard(patients: readonly Named[], each: number) {
  const random = fractions(11);
  const pick = (below: number) => Math.floor(random() * below);
  return Object.entries(TYPISTS).map(([kind, typist]) => ({
    kind,
    texts: Array.from({ length: each }, () => {
      const patient = patients[pick(patients.length)];
      return patient ? typist(patient, pick) : "";
    }),
  }));
}
