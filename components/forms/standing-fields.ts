import type { Prefill } from "#lib/browser/drafts/opening";
import type { FormOutline } from "#lib/definitions/operation";

/** Returns a record's values by the fields of the form that changes it, without empty ones. */
export const standingFields = (record: Prefill, form: FormOutline["form"]): Prefill =>
  Object.fromEntries(
    Object.keys(form)
      .map((name) => [name, record[name]] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
