"use client";

import type { Ref } from "react";
import { Group, Input, NumberField } from "react-aria-components/NumberField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface MoneyFieldProps extends FieldProps {
  /** The amount, or NaN while there is none. */
  value: number;
  onChange: (value: number) => void;
  /** ISO 4217, such as USD; shown beside the amount. */
  currency: string;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * An amount of money with its currency. It takes what people type ("1,250", "$12.5") and tells it on leaving the
 * field. Decimals beyond the second are kept as typed: the form refuses them instead of rounding money unseen.
 */
export function MoneyField({ value, onChange, currency, inputRef, ...field }: MoneyFieldProps) {
  return (
    <NumberField
      {...fieldState(field)}
      value={value}
      onChange={onChange}
      formatOptions={{ style: "decimal", minimumFractionDigits: 2, maximumFractionDigits: 6 }}
      isWheelDisabled
    >
      <FieldParts {...field}>
        <Group className={classes(CONTROL, CONTROL_LINE, "flex items-center")}>
          <Input
            {...(inputRef && { ref: inputRef })}
            autoComplete="off"
            className="h-full min-w-0 flex-1 rounded-md bg-transparent px-2.5 tabular-nums outline-none"
          />
          <span className="px-2.5 text-sm text-faint">{currency}</span>
        </Group>
      </FieldParts>
    </NumberField>
  );
}
