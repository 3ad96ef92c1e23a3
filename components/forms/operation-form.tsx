"use client";

import dynamic from "next/dynamic";
import type { Opening } from "#lib/browser/drafts/opening";
import { FormSkeleton } from "./form-skeleton.tsx";

interface OperationFormProps {
  operationId: string;
  /** The values of the page beside the form. */
  onPage: Opening;
  /** Called with the job's id when the operation is accepted. */
  onAccepted: (jobId: number) => void;
  /** Closes the form; absent if nothing can be closed. */
  onCancel?: (() => void) | undefined;
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
    return ({ operationId, onPage, onAccepted, onCancel }: OperationFormProps) => (
      <DefinedForm
        definition={findOperation(operationId)}
        onPage={onPage}
        onAccepted={onAccepted}
        onCancel={onCancel}
      />
    );
  },
  { ssr: false, loading: FormSkeleton },
);
