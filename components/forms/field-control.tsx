"use client";

import type { ComponentType } from "react";
import { type Control, type FieldValues, useController } from "react-hook-form";
import { PatientPicker } from "#components/patients/patient-picker";
import { DateField } from "#components/ui/date-field";
import { MoneyField } from "#components/ui/money-field";
import { TextArea } from "#components/ui/text-area";
import { TextField } from "#components/ui/text-field";
import { CURRENCY } from "#lib/core/money";
import type { FormField, Widget } from "#lib/operations/definition";
import { LocationPicker } from "./location-picker.tsx";
import { PaymentMethodPicker } from "./payment-method-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

const WIDGETS: Record<Exclude<Widget, "money">, ComponentType<WidgetProps>> = {
  text: TextField,
  multiline: TextArea,
  date: DateField,
  patient: PatientPicker,
  location: LocationPicker,
  "payment-method": PaymentMethodPicker,
};

interface FieldControlProps {
  name: string;
  field: FormField;
  required: boolean;
  control: Control<FieldValues>;
}

/** One field of an operation's form, drawn by its widget and bound to the form. */
export function FieldControl({ name, field, required, control }: FieldControlProps) {
  const { field: bound, fieldState } = useController({ name, control });
  const { label, help, widget } = field;
  const shared = { label, help, required, error: fieldState.error?.message, onBlur: bound.onBlur };
  if (widget === "money") {
    const amount = typeof bound.value === "number" ? bound.value : Number.NaN;
    return <MoneyField {...shared} currency={CURRENCY} value={amount} onChange={bound.onChange} />;
  }
  const Drawn = WIDGETS[widget];
  return <Drawn {...shared} value={String(bound.value ?? "")} onChange={bound.onChange} />;
}
