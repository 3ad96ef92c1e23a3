"use client";

import type { ReactNode } from "react";
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from "react-hook-form";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import type { FieldProps } from "./field.tsx";

/** Props of a field's control that the form sets. */
export interface Bound<Value> extends FieldProps {
  value: Value;
  onChange: (value: Value) => void;
}

interface BoundFieldProps<Values extends FieldValues, Body extends FieldValues, Name extends FieldPath<Values>> {
  form: Pick<SubmittedForm<Values, Body>, "methods" | "fields">;
  name: Name;
  children: (bound: Bound<FieldPathValue<Values, Name>>) => ReactNode;
}

/** Binds a form's field to a control: label, value and error. */
export function BoundField<Values extends FieldValues, Body extends FieldValues, Name extends FieldPath<Values>>({
  form: { methods, fields },
  name,
  children,
}: BoundFieldProps<Values, Body, Name>) {
  const { field, fieldState } = useController({ name, control: methods.control });
  const { label = name, help, required } = fields[name] ?? {};
  const { value, onChange, onBlur } = field;
  return (
    <div data-field={name}>
      {children({ label, help, required, error: fieldState.error?.message, value, onChange, onBlur })}
    </div>
  );
}
