"use client";

import { NumberField as AriaNumberField, Input } from "react-aria-components/NumberField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface NumberFieldProps extends FieldProps {
  /** The number, or NaN for none. */
  value: number;
  onChange: (value: number) => void;
}

/** Edits a number. Invalid decimals are kept, so that the form refuses them instead of silently rounding. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...fieldState(field)}
      value={value}
      onChange={onChange}
      formatOptions={{ maximumFractionDigits: 6, useGrouping: false }}
      isWheelDisabled
    >
      <FieldParts {...field}>
        <Input autoComplete="off" className={classes(CONTROL, CONTROL_LINE, "px-2.5 tabular-nums")} />
      </FieldParts>
    </AriaNumberField>
  );
}
