import type { FieldValues } from "react-hook-form";
import { isEmpty } from "#lib/browser/forms/form-values";

/**
 * What a form sends of its values. Of a record that it changes (`standing`: what that holds) only what differs, also
 * where it was emptied: an untouched field must not undo what another has changed meanwhile.
 */
export const valuesToSend = (values: FieldValues, standing: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name in standing ? JSON.stringify(value) !== JSON.stringify(standing[name]) : !isEmpty(value),
    ),
  );
