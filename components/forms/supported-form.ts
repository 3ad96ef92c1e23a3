import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { FormOutline } from "#lib/definitions/operation";

/** Returns the outline of a form without the fields that the account's EMR has no place for. */
export function supportedForm<Outline extends Pick<FormOutline, "form" | "capability">>(
  outline: Outline,
  { unsupported_fields }: Pick<LinkedAccountModel, "unsupported_fields">,
): Outline {
  const unsupported = outline.capability === null ? {} : (unsupported_fields[outline.capability] ?? {});
  const form = Object.fromEntries(Object.entries(outline.form).filter(([name]) => !(name in unsupported)));
  return { ...outline, form };
}
