"use client";

import { useFormContext } from "react-hook-form";
import type { FormOutline } from "#lib/definitions/operation";
import type { Controls } from "./controls.tsx";
import { FieldControl } from "./field-control.tsx";
import { fieldsOf } from "./target-fields.ts";

interface FormFieldProps {
  outline: FormOutline;
  controls: Controls;
  name: string;
  /** Of two that exclude each other, the one in sight has to be filled in. */
  required?: boolean;
}

/** One field of an operation's form. Stands in the form's context. */
export function FormField({ outline, controls, name, required }: FormFieldProps) {
  const { control } = useFormContext();
  const field = fieldsOf(outline)[name];
  if (!field) return null;
  return (
    <div data-field={name}>
      <FieldControl
        name={name}
        field={field}
        required={required ?? (outline.required.includes(name) || !(name in outline.form))}
        control={control}
        controls={controls}
      />
    </div>
  );
}
