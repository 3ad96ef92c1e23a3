import type { z } from "zod";
import { fieldName, type Problem, problem } from "./field-error.ts";

/** Returns the name by which a message calls a field: the API's own unless a form has a label for it. */
export type NameOf = (field: string) => string;

/** What a custom check may add to its issue, under `params`. */
export interface IssueParams {
  /** The message, where it names other fields. */
  message?: (nameOf: NameOf) => string;
  /** The sentence for the whole, where several issues say the same. */
  sentence?: string;
}

const listRules = new Set<string>();

/** Declares the message of a rule for entries that is about their list as a whole. Returns the message. */
export function listRule(message: string): string {
  listRules.add(message);
  return message;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** The list that a path leads into: the path up to its last name. */
const listPath = (path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path.slice(0, path.findLastIndex((key) => typeof key !== "number") + 1);

/** The path of the invalid field: of an entry of a list by its index, unless the list came as a text. */
function fieldPath(path: readonly PropertyKey[], input: unknown): readonly PropertyKey[] {
  const list = listPath(path);
  return Array.isArray(valueAt(input, list)) ? path : list;
}

function problemOf(issue: z.core.$ZodIssue, input: unknown, nameOf: NameOf): Problem {
  const path = fieldPath(issue.path, input);
  const field = fieldName(path);
  const params = (issue.code === "custom" ? issue.params : undefined) as IssueParams | undefined;
  const message = params?.message?.(nameOf) ?? issue.message;
  if (field === "") return problem("", message, message);
  const isMissing =
    (issue.code === "invalid_type" || issue.code === "invalid_value") && valueAt(input, path) === undefined;
  if (isMissing) {
    // "amount (must be a positive number)": a rule beyond the type is worth naming at once.
    const rule = message === "must be a string" ? null : message;
    const sentence = `Missing required field: ${field}${rule === null ? "" : ` (${rule})`}`;
    return problem(field, rule === null ? "is required" : `is required and ${rule}`, sentence);
  }
  const named = listRules.has(message) ? fieldName(listPath(path)) : field;
  return problem(field, message, params?.sentence ?? `${named} ${message}`);
}

/** The fields that an object has and its schema refuses; the schema's own message is the sentence. */
const unexpected = (issue: z.core.$ZodIssueUnrecognizedKeys): Problem[] =>
  issue.keys.map((key) => problem(fieldName([...issue.path, key]), "is not expected here", issue.message));

/** The message of a schema that refuses unknown fields, by their names. */
export const unexpectedFields: z.core.$ZodErrorMap = (issue) =>
  issue.code === "unrecognized_keys"
    ? ((issue as { keys?: string[] }).keys ?? []).map((key) => `Unexpected field: ${key}`).join("; ")
    : undefined;

/** The same for all entries of a list that break the same rule. */
const kindOf = ({ path }: z.core.$ZodIssue, { message }: Problem): string =>
  JSON.stringify([path.map((key) => (typeof key === "number" ? 0 : key)), message]);

/**
 * The problems of an input (decisions §4), the first one of each field: `claim_ids[0] must be a string`, `Missing required
 * field: amount`. The sentence of a rule that several entries of a list break is that of the first of them.
 */
export function problemsOf(error: z.ZodError, input: unknown, nameOf: NameOf = String): Problem[] {
  const problems = new Map<string, Problem>();
  const first = new Map<string, string>();
  for (const issue of error.issues) {
    const found = issue.code === "unrecognized_keys" ? unexpected(issue) : [problemOf(issue, input, nameOf)];
    for (const each of found) {
      if (problems.has(each.field)) continue;
      const kind = kindOf(issue, each);
      const sentence = first.get(kind) ?? each.sentence;
      first.set(kind, sentence);
      problems.set(each.field, { ...each, sentence });
    }
  }
  return [...problems.values()];
}

/** Whether a schema refuses a body without this field. */
export const requires = (schema: z.ZodObject, field: string): boolean =>
  !schema.shape[field]?.safeParse(undefined).success;
