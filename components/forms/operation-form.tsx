"use client";

import { useMemo } from "react";
import { findOperation } from "#lib/catalog/catalog";
import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { OutlinedForm } from "./outlined-form.tsx";

interface OperationFormProps {
  operationId: string;
  /** Called with the job's id once the operation was accepted. */
  onAccepted: (jobId: number) => void;
}

/** The form of an operation, by its id; nothing where there is no such operation. */
export function OperationForm({ operationId, onAccepted }: OperationFormProps) {
  const definition = findOperation(operationId) as unknown as OperationDefinition | undefined;
  const outline = useMemo(() => definition && outlineOf(definition), [definition]);
  return outline ? <OutlinedForm outline={outline} onAccepted={onAccepted} /> : null;
}
