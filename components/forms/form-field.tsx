"use client";

import { BoundField } from "#components/ui/bound-field";
import type { OutlinedFields } from "./control-types.ts";
import { fieldsOf } from "./target-fields.ts";

interface FormFieldProps extends OutlinedFields {
  name: string;
  /** Of two that exclude each other, the one in sight has to be filled in. */
  required?: boolean;
}

/** One field of an operation's form, drawn by its widget. */
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
