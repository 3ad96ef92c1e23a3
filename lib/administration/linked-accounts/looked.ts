import { DomainError } from "#lib/kernel/domain-error";

/** A result of `look`, or the refusal that it ended with. */
export type Looked<Result> = { refusal: DomainError } | { refusal: null; found: Result };

/**
 * Keeps a refusal of `look` for `foundIn`, which throws it in the transaction: a repeated request gets its first answer
 * even if the EMR is out by then.
 */
export async function lookInto<Result>(look: () => Promise<Result>): Promise<Looked<Result>> {
  try {
    return { refusal: null, found: await look() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

/** Returns the result of `lookInto`. Throws its refusal. */
export function foundIn<Result>(looked: Looked<Result>): Result {
  if (looked.refusal) throw looked.refusal;
  return looked.found;
}
