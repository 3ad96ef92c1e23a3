import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

const UNCHECKED = {
  root: { type: "schema", message: "Your entries could not be checked: no answer from the server" },
};

/**
 * Returns a resolver that is loaded on demand: schemas are as large as a form, and are not needed before it is
 * submitted. If loading fails, the submission is refused with that reason.
 */
export function lazyResolver<Values extends FieldValues, Body extends FieldValues>(
  load: () => Promise<Resolver<Values, unknown, Body>>,
): Resolver<Values, unknown, Body> {
  return async (...given) => {
    const check = await load().catch(() => null);
    return check ? check(...given) : { values: {}, errors: UNCHECKED as FieldErrors<Values> };
  };
}

/** Loads code ahead of its use. The use itself reports a failure. */
export const loadAhead = (load: () => Promise<unknown>): void => void load().catch(() => undefined);
