import type { FieldValues } from "react-hook-form";
import { isEmpty } from "#lib/browser/forms/form-values";

/**
 * Returns the values that a form sends. For a changed record (`standing`: its current values) only the differences are
 * sent, including emptied fields: an untouched field must not undo a concurrent change.
 */
export const valuesToSend = (values: FieldValues, standing: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name in standing ? JSON.stringify(value) !== JSON.stringify(standing[name]) : !isEmpty(value),
    ),
  );
