"use client";

import { NumberField as AriaNumberField, Input } from "react-aria-components/NumberField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD, FieldLabel, FieldNote, type FieldProps } from "./field.tsx";

export interface NumberFieldProps extends FieldProps {
  /** The number, or NaN for none. */
  value: number;
  onChange: (value: number) => void;
}

/** Edits a number. Invalid decimals are kept, so that the form refuses them instead of silently rounding. */
export function NumberField({ label, help, error, required, disabled, name, onBlur, ...value }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...value}
      {...(onBlur && { onBlur })}
      {...(name && { name })}
      formatOptions={{ maximumFractionDigits: 6, useGrouping: false }}
      isWheelDisabled
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={FIELD}
    >
      <FieldLabel required={required}>{label}</FieldLabel>
      <Input autoComplete="off" className={classes(CONTROL, CONTROL_LINE, "px-2.5 tabular-nums")} />
      <FieldNote help={help} error={error} />
    </AriaNumberField>
  );
}
