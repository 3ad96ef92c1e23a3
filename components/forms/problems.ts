import type { FormField } from "#lib/operations/definition";

export type FormFields = Record<string, FormField>;

export interface Problems {
  /** By field, in the form's words. */
  fields: Map<string, string>;
  /** What concerns no field of the form. */
  form: string[];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const asWord = (text: string, flags = "") => new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, flags);

/** The field that a problem names, by its name in the API or by its label at the start: "Patient not found". */
function fieldOf(problem: string, fields: FormFields): string | null {
  const names = Object.keys(fields);
  // The longest match counts: `location` must not catch what is said of `location_id`.
  const named = names.filter((name) => asWord(name).test(problem)).sort((a, b) => b.length - a.length)[0];
  const labelled = names.find((name) => asWord(fields[name]?.label ?? name, "i").exec(problem)?.index === 0);
  return named ?? labelled ?? null;
}

/** The API's words with the form's label in place of the field's name: "Amount must be a positive number". */
const inFormWords = (problem: string, field: string, fields: FormFields): string =>
  problem.replace(` with this ${field}`, "").replace(asWord(field), fields[field]?.label ?? field);

/**
 * Puts each problem of an error message on the field that it names. Several problems stand in one message,
 * joined by "; " (decisions §4); text after a "; " that names no field belongs to the problem before it.
 */
export function readProblems(message: string, fields: FormFields): Problems {
  const problems: string[] = [];
  for (const part of message.split("; ")) {
    if (problems.length > 0 && fieldOf(part, fields) === null) problems.push(`${problems.pop()}; ${part}`);
    else problems.push(part);
  }
  const read: Problems = { fields: new Map(), form: [] };
  for (const problem of problems) {
    const field = fieldOf(problem, fields);
    if (field === null) read.form.push(problem);
    else if (!read.fields.has(field)) read.fields.set(field, inFormWords(problem, field, fields));
  }
  return read;
}
