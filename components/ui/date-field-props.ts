import type { FieldProps } from "./field.tsx";

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or "" for none. */
  value: string;
  onChange: (date: string) => void;
  /** YYYY-MM-DD; the calendar disables earlier days. */
  minValue?: string | undefined;
  maxValue?: string | undefined;
  /** Hides the label visually, for places that already name the field, such as a filter bar. */
  hideLabel?: boolean;
  /** Width only. */
  className?: string;
}

/**
 * How the user entered the placeholder: by keyboard in the segments, by keyboard on the calendar button, or by pressing
 * that button.
 */
export type Entered = "segments" | "calendar" | "press";
