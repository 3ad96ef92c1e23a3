"use client";

import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { SendQuestion } from "#lib/browser/forms/use-submitted-form";
import { words } from "./send-question-words.ts";

interface SendQuestionDialogProps {
  question: SendQuestion;
  onAnswer: (isConfirmed: boolean) => Promise<void>;
}

/** Asks whether a form is to be sent as it is. Left without an answer, the form stays as it is. */
export function SendQuestionDialog({ question: { title, reasons, action }, onAnswer }: SendQuestionDialogProps) {
  return (
    <ConfirmDialog
      isAlert
      title={title}
      action={action}
      leave={words.goBack}
      // The dialog closes at once: the form itself says how the sending went.
      onConfirm={async () => void onAnswer(true)}
      onDone={() => undefined}
      onClose={() => void onAnswer(false)}
    >
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>{words.notYetSent}</p>
    </ConfirmDialog>
  );
}
