import type { FieldProps } from "./field.tsx";

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or "" for none. */
  value: string;
  onChange: (date: string) => void;
  /** YYYY-MM-DD; days outside can't be chosen in the calendar. */
  minValue?: string | undefined;
  maxValue?: string | undefined;
  /** Puts the label out of sight, where the place says what it is (a filter bar). */
  hideLabel?: boolean;
  /** Width alone. */
  className?: string;
}

/** How a person came into a field whose code was not there yet: by typing, to its calendar, or pressing for that. */
export type Entered = "segments" | "calendar" | "press";
