"use client";

import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { type FieldErrors, type FieldValues, FormProvider, get } from "react-hook-form";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { Banner } from "./banner.tsx";
import { focusField } from "./focus-field.tsx";
import { KeptBanner } from "./kept-banner.tsx";
import { useFieldInView } from "./use-field-in-view.ts";

export interface FormProps<Values extends FieldValues, Body extends FieldValues> {
  form: SubmittedForm<Values, Body>;
  /** The form's accessible name. Without one the form is not a landmark. */
  label?: string | undefined;
  /** Lets a button outside of the form submit it. */
  id?: string | undefined;
  className?: string;
  /** A button in the error banner. */
  failureAction?: ReactNode;
  /** Called once restored values were thrown away. */
  onStartEmpty?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A form with its banners. After a submission the focus moves to the first field that needs another look. */
export function Form<Values extends FieldValues, Body extends FieldValues>({
  form,
  label,
  id,
  className = "flex flex-col gap-4",
  failureAction,
  onStartEmpty,
  onFocus,
  onKeyDown,
  ref,
  children,
}: FormProps<Values, Body>) {
  const { methods, fields, failure, restored, submit, startOver } = form;
  const { submitCount } = methods.formState;
  const errors: FieldErrors = methods.formState.errors;
  const element = useRef<HTMLFormElement>(null);
  useFieldInView(element);
  const firstFaulty = useRef<string | undefined>(undefined);
  firstFaulty.current = Object.keys(fields).find((name) => get(errors, name));

  // A submission moves the focus to the field that needs another look, read out with its message; typing never does.
  useEffect(() => {
    if (submitCount === 0) return;
    if (firstFaulty.current) focusField(element.current, firstFaulty.current);
    else if (failure) element.current?.scrollIntoView({ block: "start" });
  }, [submitCount, failure]);

  /** Whether a typed text has chosen nothing yet; the focus moves to its field. What was typed is never left out. */
  const isUndecided = () => {
    const input = element.current?.querySelector<HTMLElement>("[data-undecided] input");
    input?.focus();
    return input !== null && input !== undefined;
  };

  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The field decides by its text.
    if (isUndecided()) return;
    event.stopPropagation();
    void submit();
  };

  return (
    <form
      ref={(made) => {
        element.current = made;
        if (typeof ref === "function") ref(made);
        else if (ref) ref.current = made;
      }}
      id={id}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        if (isUndecided()) event.preventDefault();
        else void submit(event);
      }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      // Before the field with the focus, which may take Enter for itself.
      onKeyDownCapture={sendByKeys}
      className={className}
    >
      {restored ? (
        <KeptBanner
          onStartEmpty={() => {
            startOver();
            onStartEmpty?.();
          }}
        />
      ) : null}
      {failure ? (
        <Banner tone="danger" title={failure.title} announce action={failureAction}>
          {failure.next}
        </Banner>
      ) : null}
      <FormProvider {...methods}>{children}</FormProvider>
    </form>
  );
}
