"use client";

import type { Ref } from "react";
import { Group, Input, NumberField } from "react-aria-components/NumberField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface MoneyFieldProps extends FieldProps {
  /** The amount, or NaN for none. */
  value: number;
  onChange: (value: number) => void;
  /** ISO 4217, such as USD; shown beside the amount. */
  currency: string;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Edits an amount of money with its currency. Accepts "1,250" or "$12.5" and formats it on blur. Further decimals are
 * kept, so that the form refuses them instead of silently rounding money.
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
