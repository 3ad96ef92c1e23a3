"use client";

import { useId } from "react";
import { classes } from "./classes.ts";
import { FIELD } from "./control-look.ts";
import { DayInput } from "./day-input.tsx";
import type { DayInputProps } from "./day-input-props.ts";
import { words } from "./words.ts";

/** Edits a day below its label. */
export function DateField({ className, ...props }: DayInputProps) {
  const id = useId();
  return (
    <div className={classes(FIELD, className)}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 text-sm font-medium text-fg">
        {props.label}
        {props.required === false && <span className="text-xs font-normal text-faint">{words.optional}</span>}
      </label>
      <DayInput {...props} id={id} inForm />
    </div>
  );
}
