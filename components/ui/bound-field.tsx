"use client";

import type { ReactNode } from "react";
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from "react-hook-form";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import type { FieldProps } from "./field.tsx";

/** The props that a form gives to the control of a field. */
export interface Bound<Value> extends FieldProps {
  value: Value;
  onChange: (value: Value) => void;
}

interface BoundFieldProps<Values extends FieldValues, Body extends FieldValues, Name extends FieldPath<Values>> {
  form: Pick<SubmittedForm<Values, Body>, "methods" | "fields">;
  name: Name;
  children: (bound: Bound<FieldPathValue<Values, Name>>) => ReactNode;
}

/** One field of a form: its words, its value and what is wrong with it, handed to the control that shows them. */
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
