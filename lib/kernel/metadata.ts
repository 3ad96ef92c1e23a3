import { z } from "zod";

/** What a caller keeps with a job for itself: texts by key (additions §1). */
export type Metadata = Record<string, string>;

const MAX_ENTRIES = 20;
const MAX_KEY = 40;
const MAX_TEXT = 500;

/** Returns whether a text has more characters than `most`; one beyond the Basic Multilingual Plane is one character. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

/** Returns what is wrong with a key; null if nothing is. */
function keyProblem(key: string): string | null {
  // As a name of a field it would be lost on the way through many programs.
  if (key === "__proto__") return "must have another key than __proto__";
  return key === "" || isLonger(key, MAX_KEY) ? `must have a key of 1 to ${MAX_KEY} characters` : null;
}

/** `metadata` of a write: at most 20 texts of at most 500 characters, by keys of 1 to 40 characters. */
export const metadata = z
  .custom<Metadata>()
  .superRefine((given: unknown, context) => {
    const refuse = (message: string, path: string[] = []) => context.addIssue({ code: "custom", path, message });
    // Issues of the type, as those of zod's own types are: by them a null counts as absent.
    const refuseType = (expected: "object" | "string", message: string, path: string[] = []) =>
      context.addIssue({ code: "invalid_type", expected, input: given, path, message });
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return refuseType("object", "must be an object of strings");
    const entries = Object.entries(given);
    if (entries.length > MAX_ENTRIES) return refuse(`must have at most ${MAX_ENTRIES} entries`);
    for (const [key, text] of entries) {
      const path = [isLonger(key, MAX_KEY) ? `${[...key].slice(0, MAX_KEY).join("")}…` : key];
      const wrongKey = keyProblem(key);
      if (wrongKey !== null) refuse(wrongKey, path);
      else if (typeof text !== "string") refuseType("string", "must be a string", path);
      else if (isLonger(text, MAX_TEXT)) refuse(`must have at most ${MAX_TEXT} characters`, path);
    }
  })
  .meta({
    id: "Metadata",
    type: "object",
    maxProperties: MAX_ENTRIES,
    propertyNames: { type: "string", minLength: 1, maxLength: MAX_KEY },
    additionalProperties: { type: "string", maxLength: MAX_TEXT },
  });
