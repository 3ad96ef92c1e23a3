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

/** How a message begins that is about the list as a whole, though one entry of it broke the rule. */
const OF_THE_LIST = /^must (be an array|be made only|have entries|name known)\b/;

/**
 * Where the field lies that a problem concerns: an entry of a list by its place, unless the message is about the whole
 * list or the list came as a text.
 */
function fieldPath({ path, message }: z.core.$ZodIssue, input: unknown): readonly PropertyKey[] {
  const list = path.slice(0, path.findLastIndex((key) => typeof key !== "number") + 1);
  return OF_THE_LIST.test(message) || !Array.isArray(valueAt(input, list)) ? list : path;
}

/** A path as people write it: `claim_ids[0]`, `hours[1].start_time`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? String(key) : `${name}.${String(key)}`;
  }, "");

function problemOf(issue: z.core.$ZodIssue, input: unknown): string {
  const path = fieldPath(issue, input);
  const field = fieldName(path);
  const isMissing = issue.code === "invalid_type" || issue.code === "invalid_value";
  if (!isMissing || valueAt(input, path) !== undefined)
    return field === "" ? issue.message : `${field} ${issue.message}`;
  // "amount (must be a positive number)": a rule beyond the type is worth telling at once.
  const hint = issue.message === "must be a string" ? "" : ` (${issue.message})`;
  return `${MISSING}${field}${hint}`;
}

/**
 * What is wrong with an input, by the path of the field or entry at fault: `{ amount: "amount must be a positive
 * number" }`; an entry of a list is told by its place, `claim_ids[0] must be a string`. A field that is not there says so
 * by the message `Missing required field: <field>`. The first problem of each field counts, and what several entries of
 * a list have wrong alike is said once, of the first of them.
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
    const alike = problem.replaceAll(/\[\d+\]/g, "[]");
    if (problems.has(at) || said.has(alike)) continue;
    problems.set(at, problem);
    said.add(alike);
  }
  return problems;
}

/** One message that names every field at fault (decisions §4), its parts joined by "; ". */
export const problemsMessage = (error: z.ZodError, input: unknown): string =>
  [...problemsByField(error, input).values()].join("; ");
