"use client";

import type { HTMLInputAutoCompleteAttribute, Ref } from "react";
import { TextField as AriaTextField, Input } from "react-aria-components/TextField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

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
  value,
  onChange,
  type = "text",
  placeholder,
  autoComplete = "off",
  autoFocus = false,
  inputRef,
  ...field
}: TextFieldProps) {
  return (
    <AriaTextField
      {...fieldState(field)}
      value={value}
      onChange={onChange}
      type={type}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
    >
      <FieldParts {...field}>
        <Input
          {...(inputRef && { ref: inputRef })}
          {...(placeholder && { placeholder })}
          // In the page's HTML as well: what is typed before its scripts run has a place.
          autoFocus={autoFocus}
          className={classes(CONTROL, CONTROL_LINE, "px-2.5 placeholder:text-faint")}
        />
      </FieldParts>
    </AriaTextField>
  );
}
