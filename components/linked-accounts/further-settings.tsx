"use client";

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type FieldValues, get, useFormState } from "react-hook-form";
import { Fold } from "#components/ui/fold";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { words } from "./link-words.ts";

interface FurtherSettingsProps {
  form: Pick<SubmittedForm<FieldValues, FieldValues>, "methods">;
  /** The fields within. */
  names: readonly string[];
  /** Whether one of them says something. */
  isFilled: boolean;
  children: ReactNode;
}

/** Folds the settings that most EMRs do without. It opens by itself if one is filled in at first, or needs another look. */
export function FurtherSettings({ form, names, isFilled, children }: FurtherSettingsProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [wasFilled] = useState(isFilled);
  const { errors, submitCount } = useFormState({ control: form.methods.control });
  const isFaulty = names.some((name) => get(errors, name));
  // Before the form puts the focus into the field at fault, after each submission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: submitCount is needed for a fold that was closed since
  useLayoutEffect(() => {
    if (fold.current && (isFaulty || wasFilled)) fold.current.open = true;
  }, [isFaulty, wasFilled, submitCount]);
  return (
    <Fold ref={fold} label={words.furtherSettings}>
      <p className="text-xs text-faint">{words.furtherSettingsHint}</p>
      {children}
    </Fold>
  );
}
