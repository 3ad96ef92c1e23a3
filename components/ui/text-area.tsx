"use client";

import type { Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components/TextField";
import { classes } from "./classes.ts";
import { CONTROL, FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Lines shown at first; it grows with what is typed. */
  rows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea({ value, onChange, rows = 3, inputRef, ...field }: TextAreaProps) {
  return (
    <AriaTextField {...fieldState(field)} value={value} onChange={onChange}>
      <FieldParts {...field}>
        <AriaTextArea
          {...(inputRef && { ref: inputRef })}
          rows={rows}
          className={classes(CONTROL, "field-sizing-content max-h-80 min-h-18 resize-y px-2.5 py-1.5")}
        />
      </FieldParts>
    </AriaTextField>
  );
}
