import type { FormField } from "#lib/definitions/operation";

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
  // A problem begins with its field; those that it is compared with follow.
  const [named] = names
    .map((name) => ({ name, at: problem.search(asWord(name)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const labelled = names.find((name) => asWord(fields[name]?.label ?? name, "i").exec(problem)?.index === 0);
  return named?.name ?? labelled ?? null;
}

/** A label as it stands within a sentence: "Patient" is "patient", "EMR id" stays. */
const withinSentence = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label;

/**
 * The API's words with the form's labels in place of the fields' names: "Amount must be a positive number". Names that
 * are also plain words are replaced only where the problem is about that `field`.
 */
export function inFormWords(problem: string, fields: FormFields, field?: string): string {
  const named = (words: string, name: string, flags: string) =>
    words.replace(asWord(name, flags), (_name, at: number, whole: string) => {
      const label = fields[name]?.label ?? name;
      return at === 0 || whole.slice(0, at).endsWith(": ") ? label : withinSentence(label);
    });
  const words = problem.replace(/ with this \w+/, "");
  const technical = Object.keys(fields).filter((name) => name.includes("_"));
  return technical.reduce((said, name) => named(said, name, "g"), field ? named(words, field, "") : words);
}

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
    if (field === null) read.form.push(inFormWords(problem, fields));
    else if (!read.fields.has(field)) read.fields.set(field, inFormWords(problem, fields, field));
  }
  return read;
}
