import type { ComponentType, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "#components/ui/field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import type { FormField, FormOutline, Widget } from "#lib/definitions/operation";

interface DrawnField {
  name: string;
  field: FormField;
  shared: FieldProps;
  /** The form's value; "" while nothing is filled in. */
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Draws a field by its widget. */
export type Drawn = (field: DrawnField) => ReactNode;

/** The controls that the fields of one form are drawn with. */
export interface Controls {
  widgets: ReadonlyMap<Widget, Drawn>;
  /** Of a form that offers a choice between fields. */
  EitherFields: ComponentType<OutlinedFields> | null;
}

/** The parts that the fields of an operation's form are drawn from. */
export interface OutlinedFields {
  form: SubmittedForm<FieldValues, FieldValues>;
  outline: FormOutline;
  controls: Controls;
}
