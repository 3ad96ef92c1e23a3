import type { FieldProps } from "#components/ui/field";

/** Properties of a form's widget. The value is that of the API; "" for none. */
export interface WidgetProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Properties of a widget for several values; an empty list for none. */
export interface ListWidgetProps extends FieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}
