"use client";

import { useMemo } from "react";
import { findOperation } from "#lib/catalog/catalog";
import { outlineOf } from "#lib/definitions/operation";
import { OutlinedForm } from "./outlined-form.tsx";

interface OperationFormProps {
  operationId: string;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
}

/** Shows the form of an operation by its id; renders nothing for an unknown id. */
export function OperationForm({ operationId, onAccepted }: OperationFormProps) {
  const definition = findOperation(operationId);
  const outline = useMemo(() => definition && outlineOf(definition), [definition]);
  return outline ? <OutlinedForm outline={outline} onAccepted={onAccepted} /> : null;
}
