"use client";

import { BoundField } from "#components/ui/bound-field";
import type { OutlinedFields } from "./control-types.ts";
import { fieldsOf } from "./target-fields.ts";

interface FormFieldProps extends OutlinedFields {
  name: string;
  /** True if the field is the selected one of two alternatives and must be filled in. */
  required?: boolean;
}

/** Shows one field of an operation's form by its widget. */
export function FormField({ form, outline, controls, name, required }: FormFieldProps) {
  const field = fieldsOf(outline)[name];
  if (!field) return null;
  return (
    <BoundField form={form} name={name}>
      {({ value, onChange, ...bound }) => {
        const shared = { ...bound, required: required ?? bound.required };
        return controls.widgets.get(field.widget)?.({ name, field, shared, value, onChange });
      }}
    </BoundField>
  );
}
