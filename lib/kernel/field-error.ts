/** One invalid field of a request, as the `errors` of an error body name it (decisions §4). */
export interface FieldError {
  /** The path of the field, such as `claim_ids[0]`; of a header its name. */
  field: string;
  /** What is wrong, to be read after the name of the field: "must be a positive number". */
  message: string;
}

/** An invalid field, or an invalid body as a whole (`field` is empty then). */
export interface Problem extends FieldError {
  /** The sentence about it in the `message` of the error body. */
  sentence: string;
}

/** A problem of one field. The sentence begins with the name of the field unless another one is given. */
export const problem = (field: string, message: string, sentence = `${field} ${message}`): Problem => ({
  field,
  message,
  sentence,
});

/** A body may have a hundred thousand invalid fields. */
const MAX_ERRORS = 100;

/** The `errors` of the error body. A problem of the body as a whole has no field to be named. */
export const fieldErrors = (problems: readonly Problem[]): FieldError[] =>
  problems
    .filter(({ field }) => field !== "")
    .slice(0, MAX_ERRORS)
    .map(({ field, message }) => ({ field, message }));

/** The one message about several problems (decisions §4): each sentence once, joined by "; ". */
export const sentences = (problems: readonly Problem[]): string =>
  [...new Set(problems.map(({ sentence }) => sentence))].join("; ");

/** A path as people write it: `claim_ids[0]`, `hours[1].start_time`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? String(key) : `${name}.${String(key)}`;
  }, "");
