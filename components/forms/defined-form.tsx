"use client";

import { useMemo } from "react";
import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { OutlinedForm } from "./outlined-form.tsx";

interface DefinedFormProps {
  definition: OperationDefinition | undefined;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
  /** Closes the form. */
  onCancel: () => void;
}

/** Shows the form of an operation's definition; renders nothing without one. */
export function DefinedForm({ definition, onAccepted, onCancel }: DefinedFormProps) {
  const outline = useMemo(() => definition && outlineOf(definition), [definition]);
  return outline ? <OutlinedForm outline={outline} onAccepted={onAccepted} onCancel={onCancel} /> : null;
}
