/** One invalid field of a request, an entry of `errors` in the error body (decisions §4). */
export interface FieldError {
  /** The path of the field, such as `claim_ids[0]`, or the name of a header. */
  field: string;
  /** The fault, to be read after the name of the field: "must be a positive number". */
  message: string;
}

/** An invalid field, or an invalid body as a whole (`field` is empty then). */
export interface Problem extends FieldError {
  /** The problem's sentence in the `message` of the error body. */
  sentence: string;
}

/** Creates the problem of one field. By default the sentence begins with the name of the field. */
export const problem = (field: string, message: string, sentence = `${field} ${message}`): Problem => ({
  field,
  message,
  sentence,
});

/** Maximum number of errors in a response; a body may have a hundred thousand invalid fields. */
const MAX_ERRORS = 100;

/** Returns the `errors` of the error body. A problem of the body as a whole is omitted, because it has no field. */
export const fieldErrors = (problems: readonly Problem[]): FieldError[] =>
  problems
    .filter(({ field }) => field !== "")
    .slice(0, MAX_ERRORS)
    .map(({ field, message }) => ({ field, message }));

/** Returns the message about several problems (decisions §4): each sentence once, joined by "; ". */
export const sentences = (problems: readonly Problem[]): string =>
  [...new Set(problems.map(({ sentence }) => sentence))].join("; ");

/** Formats a path: `claim_ids[0]`, `hours[1].start_time`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? String(key) : `${name}.${String(key)}`;
  }, "");
