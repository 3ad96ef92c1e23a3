import type { z } from "zod";
import { fieldName, type Problem, problem } from "./field-error.ts";

/** Returns the name of a field in messages: the API's name, or the label of a form. */
export type NameOf = (field: string) => string;

/** Additional data of a custom check's issue, under `params`. */
export interface IssueParams {
  /** The message if it names other fields. */
  message?: (nameOf: NameOf) => string;
  /** The sentence for the whole body if several issues share it. */
  sentence?: string;
}

const listRules = new Set<string>();

/**
 * Declares that a rule's message is about the list as a whole although its entries are checked. Returns the message.
 */
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

/** Returns the path of the list that contains an entry: the path up to its last name. */
const listPath = (path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path.slice(0, path.findLastIndex((key) => typeof key !== "number") + 1);

/**
 * Returns the path of the invalid field. An entry of a list is named by its index, unless the list was sent as a text.
 */
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
    // A rule beyond the type is named at once: "amount (must be a positive number)".
    const rule = message === "must be a string" ? null : message;
    const sentence = `Missing required field: ${field}${rule === null ? "" : ` (${rule})`}`;
    return problem(field, rule === null ? "is required" : `is required and ${rule}`, sentence);
  }
  const named = listRules.has(message) ? fieldName(listPath(path)) : field;
  return problem(field, message, params?.sentence ?? `${named} ${message}`);
}

/** Returns a problem for each field that the schema does not define, with the schema's message as the sentence. */
const unexpected = (issue: z.core.$ZodIssueUnrecognizedKeys): Problem[] =>
  issue.keys.map((key) => problem(fieldName([...issue.path, key]), "is not expected here", issue.message));

/** The error map of a schema that refuses unknown fields: the message lists their names. */
export const unexpectedFields: z.core.$ZodErrorMap = (issue) =>
  issue.code === "unrecognized_keys"
    ? ((issue as { keys?: string[] }).keys ?? []).map((key) => `Unexpected field: ${key}`).join("; ")
    : undefined;

/** Returns a key that is equal for all entries of a list that break the same rule. */
const kindOf = ({ path }: z.core.$ZodIssue, { message }: Problem): string =>
  JSON.stringify([path.map((key) => (typeof key === "number" ? 0 : key)), message]);

/**
 * Returns the problems of an input (decisions §4), the first one of each field: `claim_ids[0] must be a string`,
 * `Missing required field: amount`. If several entries of a list break one rule, the rule's sentence is that of the
 * first.
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

/** Returns whether a schema refuses a body without this field. */
export const requires = (schema: z.ZodObject, field: string): boolean =>
  !schema.shape[field]?.safeParse(undefined).success;
