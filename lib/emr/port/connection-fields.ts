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
