"use client";

import { type ReactNode, useState } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmProps<Result> {
  /** The question, with its object: "Revoke Billing?". */
  title: string;
  /** What it does, and whether it can be undone. */
  children: ReactNode;
  /** The button that does it, with its object: "Revoke Billing". */
  action: string;
  danger?: boolean;
  /** The button that leaves it; "Cancel" unless that is what is asked about. */
  leave?: string;
  /** Does it; what it throws is said, and the question stays. */
  onConfirm: () => Promise<Result>;
  /** Called once it is done, with what that gave, in place of `onClose`. */
  onDone?: (result: Result) => void;
  onClose: () => void;
}

/** Asks before something is done that others notice. */
export function Confirm<Result>(props: ConfirmProps<Result>) {
  const { title, children, action, danger = false, leave = "Cancel", onConfirm, onDone, onClose } = props;
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    try {
      const result = await onConfirm();
      if (onDone) onDone(result);
      else onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>{leave}</Button>
          <Button variant={danger ? "danger" : "primary"} pending={isPending} onPress={() => void confirm()}>
            <span className="max-w-64 truncate">{action}</span>
          </Button>
        </>
      }
    >
      {problem ? (
        <Banner tone="danger" title={problem} announce>
          Nothing was changed.
        </Banner>
      ) : null}
      <div>{children}</div>
    </Dialog>
  );
}
