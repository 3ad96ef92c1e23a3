import type { FieldProps } from "#components/ui/field";

/** What a widget of a form is given. Its value is that of the API; "" stands for nothing. */
export interface WidgetProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** What a widget for several values is given; an empty list stands for nothing. */
export interface ListWidgetProps extends FieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}
