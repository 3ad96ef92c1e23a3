"use client";

import type { Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components/TextField";
import { classes } from "./classes.ts";
import { CONTROL, FIELD, FieldLabel, FieldNote, type FieldProps } from "./field.tsx";

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Initial number of lines; the field grows with its text. */
  rows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Edits several lines of text. */
export function TextArea({
  label,
  help,
  error,
  rows = 3,
  inputRef,
  required,
  disabled,
  name,
  onBlur,
  ...value
}: TextAreaProps) {
  return (
    <AriaTextField
      {...value}
      {...(onBlur && { onBlur })}
      {...(name && { name })}
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={FIELD}
    >
      <FieldLabel required={required}>{label}</FieldLabel>
      <AriaTextArea
        {...(inputRef && { ref: inputRef })}
        rows={rows}
        className={classes(CONTROL, "field-sizing-content max-h-80 min-h-18 resize-y px-2.5 py-1.5")}
      />
      <FieldNote help={help} error={error} />
    </AriaTextField>
  );
}
