"use client";

import dynamic from "next/dynamic";
import { FormSkeleton } from "./form-skeleton.tsx";

interface OperationFormProps {
  operationId: string;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
  /** Closes the form. */
  onCancel: () => void;
}

/**
 * Shows the form of an operation by its id; renders nothing for an unknown id. Loads the form, and the definitions as a
 * file of their own that every part of the console shares.
 */
export const OperationForm = dynamic(
  async () => {
    const [{ DefinedForm }, { findOperation }] = await Promise.all([
      import("./defined-form.tsx"),
      import("#lib/catalog/catalog"),
    ]);
    return ({ operationId, onAccepted, onCancel }: OperationFormProps) => (
      <DefinedForm definition={findOperation(operationId)} onAccepted={onAccepted} onCancel={onCancel} />
    );
  },
  { ssr: false, loading: FormSkeleton },
);
