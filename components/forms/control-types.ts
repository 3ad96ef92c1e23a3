import type { ComponentType, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "#components/ui/field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import type { FormField, FormOutline, Widget } from "#lib/definitions/operation";

interface DrawnField {
  name: string;
  field: FormField;
  shared: FieldProps;
  /** The form's value; "" if empty. */
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Renders a field by its widget. */
export type Drawn = (field: DrawnField) => ReactNode;

/** The controls of one form's fields. */
export interface Controls {
  widgets: ReadonlyMap<Widget, Drawn>;
  /** The control of a form with alternative fields; null for other forms. */
  EitherFields: ComponentType<OutlinedFields> | null;
}

/** The data that the fields of an operation's form are rendered from. */
export interface OutlinedFields {
  form: SubmittedForm<FieldValues, FieldValues>;
  outline: FormOutline;
  controls: Controls;
}
