import type { Prefill } from "#lib/browser/drafts/opening";
import type { FormOutline } from "#lib/definitions/operation";

/** Returns a value as a form's field has it: an object without the parts that are not filled in. */
const fieldValue = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== ""))
    : value;

/** Returns a record's values by the fields of the form that changes it, without empty ones. */
export const standingFields = (record: Prefill, form: FormOutline["form"]): Prefill =>
  Object.fromEntries(
    Object.keys(form)
      .map((name) => [name, fieldValue(record[name])] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
