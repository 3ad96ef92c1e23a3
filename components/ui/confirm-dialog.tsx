"use client";

import { type ReactNode, useState } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { words } from "./words.ts";

export interface ConfirmProps<Result> {
  /** The question, with its object: "Revoke Billing?". */
  title: string;
  /** The effect of the action, and whether it can be undone. */
  children: ReactNode;
  /** Label of the confirming button, with its object: "Revoke Billing". */
  action: string;
  danger?: boolean;
  /** True for a question that interrupts what the person did: it is read out whole, and Enter leaves it. */
  isAlert?: boolean;
  /** Label of the cancel button: words.cancel unless the action itself is a cancellation. */
  leave?: string;
  /** Performs the action. If it throws, the dialog shows the error and stays open. */
  onConfirm: () => Promise<Result>;
  /** Called with the result of the action, instead of `onClose`. */
  onDone?: (result: Result) => void;
  onClose: () => void;
}

/** Asks for confirmation of an action that affects others. */
export function ConfirmDialog<Result>(props: ConfirmProps<Result>) {
  const {
    title,
    children,
    action,
    danger = false,
    isAlert = false,
    leave = words.cancel,
    onConfirm,
    onDone,
    onClose,
  } = props;
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
      isAlert={isAlert}
      footer={
        <>
          <Button onPress={onClose} autoFocus={isAlert}>
            {leave}
          </Button>
          <Button variant={danger ? "danger" : "primary"} pending={isPending} onPress={() => void confirm()}>
            <span className={isAlert ? undefined : "max-w-64 truncate"}>{action}</span>
          </Button>
        </>
      }
    >
      {problem ? (
        <Banner tone="danger" title={problem} announce>
          {words.nothingChanged}
        </Banner>
      ) : null}
      <div>{children}</div>
    </Dialog>
  );
}
