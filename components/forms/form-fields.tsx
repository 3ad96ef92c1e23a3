"use client";

import type { FormOutline } from "#lib/definitions/operation";
import type { Controls } from "./controls.tsx";
import { FormField } from "./form-field.tsx";
import { fieldsOf } from "./target-fields.ts";

/** Every field of an operation's form. Stands in the form's context. */
export function FormFields({ outline, controls }: { outline: FormOutline; controls: Controls }) {
  const { either } = outline;
  const { EitherFields } = controls;
  return Object.keys(fieldsOf(outline)).map((name) => {
    if (EitherFields && name === either[0]) return <EitherFields key={name} outline={outline} controls={controls} />;
    return either.includes(name) ? null : <FormField key={name} outline={outline} controls={controls} name={name} />;
  });
}
