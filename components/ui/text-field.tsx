"use client";

import type { HTMLInputAutoCompleteAttribute, Ref } from "react";
import { TextField as AriaTextField, Input } from "react-aria-components/TextField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD, FieldLabel, FieldNote, type FieldProps } from "./field.tsx";

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "email" | "password" | "url" | "tel";
  placeholder?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoFocus?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** Edits one line of text. */
export function TextField({
  label,
  help,
  error,
  type = "text",
  placeholder,
  autoComplete = "off",
  inputRef,
  required,
  disabled,
  autoFocus,
  name,
  onBlur,
  ...value
}: TextFieldProps) {
  return (
    <AriaTextField
      {...value}
      {...(onBlur && { onBlur })}
      {...(name && { name })}
      type={type}
      autoComplete={autoComplete}
      autoFocus={autoFocus ?? false}
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={FIELD}
    >
      <FieldLabel required={required}>{label}</FieldLabel>
      <Input
        {...(inputRef && { ref: inputRef })}
        {...(placeholder && { placeholder })}
        className={classes(CONTROL, CONTROL_LINE, "px-2.5 placeholder:text-faint")}
      />
      <FieldNote help={help} error={error} />
    </AriaTextField>
  );
}
