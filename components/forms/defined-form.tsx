"use client";

import { useMemo } from "react";
import type { Opening } from "#lib/browser/drafts/opening";
import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { OutlinedForm } from "./outlined-form.tsx";

interface DefinedFormProps {
  definition: OperationDefinition | undefined;
  /** The values of the page beside the form. */
  onPage: Opening;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
  /** Closes the form; absent if nothing can be closed. */
  onCancel?: (() => void) | undefined;
}

/** Shows the form of an operation's definition; renders nothing without one. */
export function DefinedForm({ definition, onPage, onAccepted, onCancel }: DefinedFormProps) {
  const outline = useMemo(() => definition && outlineOf(definition), [definition]);
  return outline ? (
    <OutlinedForm outline={outline} onPage={onPage} onAccepted={onAccepted} onCancel={onCancel} />
  ) : null;
}
