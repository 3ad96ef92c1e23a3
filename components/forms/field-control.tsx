"use client";

import { type Control, type FieldValues, useController } from "react-hook-form";
import type { FormField } from "#lib/definitions/operation";
import type { Controls } from "./controls.tsx";

interface FieldControlProps {
  name: string;
  field: FormField;
  required: boolean;
  control: Control<FieldValues>;
  controls: Controls;
}

/** One field of an operation's form, drawn by its widget and bound to the form. */
export function FieldControl({ name, field, required, control, controls }: FieldControlProps) {
  const { field: bound, fieldState } = useController({ name, control });
  const { label, help, widget } = field;
  const shared = { label, help, required, error: fieldState.error?.message, onBlur: bound.onBlur };
  return controls.widgets.get(widget)?.({ name, field, shared, value: bound.value, onChange: bound.onChange });
}
