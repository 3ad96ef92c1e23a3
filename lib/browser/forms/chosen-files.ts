import { RecordsError } from "#lib/client/package/errors";

/** Forms keep texts alone: a chosen file is kept here, and the form's value names it. A reload forgets it. */
const chosen = new Map<string, File>();
let chosenSoFar = 0;

/** Keeps a chosen file and returns the form's value for it. */
export function keepFile(file: File): string {
  chosenSoFar += 1;
  // A draft may be opened after a reload, and must not find another file.
  const name = `chosen:${performance.timeOrigin}:${chosenSoFar}`;
  chosen.set(name, file);
  return name;
}

/** Returns the file that a form's value names; null for none, also after a reload. */
export const chosenFile = (value: unknown): File | null => chosen.get(String(value)) ?? null;

/** The name of a chosen file in a request (additions §3). */
const FILE_PART = "file";

/** Returns the name of the field whose value names a chosen file. */
const fileFieldOf = (values: Record<string, unknown>): string | undefined =>
  Object.keys(values).find((name) => typeof values[name] === "string" && chosenFile(values[name]) !== null);

/**
 * Sends a form's values: with the chosen file, if one of them names it. A refusal of the file names the form's field.
 */
export async function withChosenFile<Answer>(
  values: Record<string, unknown>,
  send: (input: Record<string, unknown>) => Promise<Answer>,
): Promise<Answer> {
  const field = fileFieldOf(values);
  if (field === undefined) return send(values);
  const { [field]: value, ...others } = values;
  try {
    return await send({ ...others, [FILE_PART]: chosenFile(value) });
  } catch (error) {
    if (!(error instanceof RecordsError)) throw error;
    const errors = error.errors.map((each) => (each.field === FILE_PART ? { ...each, field } : each));
    throw Object.assign(error, { errors });
  }
}
