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

const MOST_CALLS = 100_000;

/** The calls that an account may make, as an admin limits them; without it, limits are learned from the EMR's answers. */
export const callsPerMinute = z
  .int({ error: `must be a whole number from 1 to ${MOST_CALLS}` })
  .min(1, `must be a whole number from 1 to ${MOST_CALLS}`)
  .max(MOST_CALLS, `must be a whole number from 1 to ${MOST_CALLS}`)
  .optional()
  .describe("Most calls per minute; without it, limits are learned from the EMR's answers");

const MOST_AT_ONCE = 100;

/** The calls of an account that may be under way at the same time, in all processes together. */
export const atOnce = z
  .int({ error: `must be a whole number from 1 to ${MOST_AT_ONCE}` })
  .min(1, `must be a whole number from 1 to ${MOST_AT_ONCE}`)
  .max(MOST_AT_ONCE, `must be a whole number from 1 to ${MOST_AT_ONCE}`)
  .optional()
  .describe("Leave empty if the EMR has no such limit")
  .meta({ title: "Calls at the same time" });
