"use client";

import { type Ref, useState } from "react";
import type { FieldProps } from "./field.tsx";
import { TextField } from "./text-field.tsx";
import { words } from "./words.ts";

interface PasswordFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  /** True for a new password, false for the current one. */
  isNew?: boolean;
}

/** Edits a password, hidden unless the user reveals it. Supports pasting and password managers (WCAG 3.3.8). */
export function PasswordField({ isNew = false, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...props}
        type={isShown ? "text" : "password"}
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
      />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0 min-h-5 rounded-sm px-1 text-xs font-medium text-accent-text hover:underline"
      >
        {isShown ? words.hide : words.show}
        <span className="sr-only"> {words.password}</span>
      </button>
    </div>
  );
}
