"use client";

import type { OutlinedFields } from "./control-types.ts";
import { FormField } from "./form-field.tsx";
import { fieldsOf } from "./target-fields.ts";

/** Every field of an operation's form. */
export function FormFields(props: OutlinedFields) {
  const { either } = props.outline;
  const { EitherFields } = props.controls;
  return Object.keys(fieldsOf(props.outline)).map((name) => {
    if (EitherFields && name === either[0]) return <EitherFields key={name} {...props} />;
    return either.includes(name) ? null : <FormField key={name} {...props} name={name} />;
  });
}
