import { z } from "zod";

/** Returns whether a text is an http or https URL without user, query and fragment. */
export function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    !/[?#]/.test(text) &&
    url.username === "" &&
    url.password === ""
  );
}

/** Returns an address without slashes at its end, as `URL` spells it. */
export const trimmedAddress = (address: string): string => new URL(address).href.replace(/(?<!\/)\/+$/, "");

/** An optional whole number from 1 to `most`. */
function countUpTo(most: number) {
  const expected = `must be a whole number from 1 to ${most}`;
  return z.int({ error: expected }).min(1, expected).max(most, expected).optional();
}

/** The calls that an account may make, as an admin limits them; without it, limits are learned from the EMR's answers. */
export const callsPerMinute = countUpTo(100_000).describe(
  "Most calls per minute; without it, limits are learned from the EMR's answers",
);

/** The calls of an account that may be under way at the same time, in all processes together. */
export const atOnce = countUpTo(100)
  .describe("Leave empty if the EMR has no such limit")
  .meta({ title: "Calls at the same time" });

/** When a field of a `connection` means something: another field of the same object has one of these values. */
interface Need {
  field: string;
  values: readonly string[];
  /** The value of that field where it is left out. */
  untold: string;
}

const needs = z.registry<Need>();

/** Declares that a field of a `connection` means something with some values of another field alone. */
export function neededWith<Field extends z.ZodType>(field: Field, need: Need): Field {
  needs.add(field, need);
  return field;
}

/** Returns whether a field means something beside these values of the same object. */
export function isNeeded(field: z.core.$ZodType, beside: Readonly<Record<string, unknown>>): boolean {
  const need = needs.get(field as z.ZodType);
  return need === undefined || need.values.includes(String(beside[need.field] || need.untold));
}
