"use client";

import type { Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components/TextField";
import { classes } from "./classes.ts";
import { CONTROL } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Initial number of lines; the field grows with its text. */
  rows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Edits several lines of text. */
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
