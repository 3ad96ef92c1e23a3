import type { DayRangeName } from "#lib/kernel/day-ranges";
import type { FieldProps } from "./field.tsx";

export interface DayInputProps extends FieldProps {
  /** YYYY-MM-DD, or "" for none; with `keepsText` also a text that is no date. */
  value: string;
  onChange: (date: string) => void;
  /** The days that can be, and which one a day without its year means; any, and the nearest, if undefined. */
  days: DayRangeName | undefined;
  /**
   * True in a form: every change is passed on, and a text that is no date as it is, so that a draft keeps it and the
   * form's check refuses it. Else only dates are passed on, once they are complete, or left.
   */
  keepsText?: boolean;
  /** The day at the clinic, YYYY-MM-DD: a later one is refused in words where only past days can be. */
  today?: string | undefined;
  /** YYYY-MM-DD; the calendar disables earlier days. */
  minValue?: string | undefined;
  maxValue?: string | undefined;
  /** True if the field stands below its label, and the note below it; else the note floats and moves nothing. */
  inForm?: boolean;
  /** The element's id, for its label. */
  id?: string;
  /** Width only. */
  className?: string;
}
