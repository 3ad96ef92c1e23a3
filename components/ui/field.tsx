"use client";

import { type ReactNode, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { FIELD } from "./control-look.ts";
import { ErrorMark } from "./error-line.tsx";
import { Facts } from "./facts.tsx";
import { words } from "./words.ts";

/** Properties that all form fields share. */
export interface FieldProps {
  label: string;
  /** One sentence under the field. */
  help?: string | undefined;
  /** The validation error; replaces the help text and is announced with the field. */
  error?: string | undefined;
  /** If false, the label adds words.optional. */
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** The label above a field. */
function FieldLabel({ children, required }: { children: string; required?: boolean | undefined }) {
  return (
    <Label className="flex items-baseline justify-between gap-2 text-sm font-medium text-fg">
      {children}
      {required === false && <span className="text-xs font-normal text-faint">{words.optional}</span>}
    </Label>
  );
}

/**
 * The help text or error below a field. A cleared error keeps its line: it is cleared on blur, which is in the middle
 * of a click on another control, and that control must not move away under the pointer.
 */
function FieldNote({ help, error }: Pick<FieldProps, "help" | "error">) {
  const [hadError, setHadError] = useState(false);
  if (error && !hadError) setHadError(true);
  return (
    <>
      {hadError && !error && !help && <span aria-hidden="true" className="h-4" />}
      {help && !error && (
        <Text slot="description" className="text-xs text-faint">
          <Facts of={help} />
        </Text>
      )}
      <FieldError className="flex items-start gap-1 text-xs text-danger">
        <ErrorMark />
        <span>{error}</span>
      </FieldError>
    </>
  );
}

/** Returns the control library's properties for a field. The product shows the error itself. */
export const fieldState = ({ required, disabled, error, name, onBlur }: Partial<FieldProps>) => ({
  ...(name && { name }),
  ...(onBlur && { onBlur }),
  isRequired: required ?? false,
  isDisabled: disabled ?? false,
  isInvalid: Boolean(error),
  validationBehavior: "aria" as const,
  className: FIELD,
});

interface FieldPartsProps extends Pick<FieldProps, "label" | "help" | "error" | "required"> {
  /** Hides the label visually, for places that already name the field, such as a filter bar. */
  hideLabel?: boolean | undefined;
  children: ReactNode;
}

/** The control of a field between its label and its note. */
export function FieldParts({ label, help, error, required, hideLabel = false, children }: FieldPartsProps) {
  return (
    <>
      {!hideLabel && <FieldLabel required={required}>{label}</FieldLabel>}
      {children}
      <FieldNote help={help} error={error} />
    </>
  );
}

/** Said in place of choices that could not be loaded. */
export function ChoicesError({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center gap-2 text-xs text-danger">
      {words.choicesNotLoaded}
      <button type="button" onClick={onRetry} className="rounded-sm font-medium underline underline-offset-2">
        {words.tryAgain}
      </button>
    </p>
  );
}
