import type { z } from "zod";

const MISSING = "Missing required field: ";
const ZODS_OWN_WORDS = /^Unrecognized key/;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Where the field lies that a problem concerns: for an entry of a list the list, since its message says what entries must be. */
const fieldPath = (path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path.slice(0, path.findLastIndex((key) => typeof key !== "number") + 1);

function problemOf(issue: z.core.$ZodIssue, input: unknown): string {
  const path = fieldPath(issue.path);
  const field = path.map(String).join(".");
  const isMissing = issue.code === "invalid_type" || issue.code === "invalid_value";
  if (!isMissing || valueAt(input, path) !== undefined)
    return field === "" ? issue.message : `${field} ${issue.message}`;
  // "amount (must be a positive number)": a rule beyond the type is worth telling at once.
  const hint = issue.message === "must be a string" ? "" : ` (${issue.message})`;
  return `${MISSING}${field}${hint}`;
}

/**
 * What is wrong with an input, by the path of the field or entry at fault: `{ amount: "amount must be a positive
 * number" }`. A field that is not there says so by the message `Missing required field: <field>`. The first problem
 * of each field counts, and what several entries of a list have wrong alike is said once.
 */
export function problemsByField(error: z.ZodError, input: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  const said = new Set<string>();
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      // A schema with words of its own for unknown fields says them once.
      if (!ZODS_OWN_WORDS.test(issue.message)) problems.set("", issue.message);
      else for (const key of issue.keys) problems.set(key, `Unexpected field: ${key}`);
      continue;
    }
    const at = issue.path.map(String).join(".");
    const problem = problemOf(issue, input);
    if (problems.has(at) || said.has(problem)) continue;
    problems.set(at, problem);
    said.add(problem);
  }
  return problems;
}

/** One message that names every field at fault (decisions §4), its parts joined by "; ". */
export const problemsMessage = (error: z.ZodError, input: unknown): string =>
  [...problemsByField(error, input).values()].join("; ");
