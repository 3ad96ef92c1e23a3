"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ShownOnce } from "./shown-once.tsx";

interface SecretDialogProps {
  title: string;
  secrets: readonly { label: string; value: string }[];
  /** The button that closes it. */
  done?: string;
  onClose: () => void;
  /** Stands above the secrets. */
  children?: ReactNode;
}

/** Secrets that nobody can read again: only its own button closes it. */
export function SecretDialog({ title, secrets, done = "Done", onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" onPress={onClose}>
          {done}
        </Button>
      }
    >
      {children}
      {secrets.map(({ label, value }) => (
        <ShownOnce key={label} label={label} secret={value} />
      ))}
    </Dialog>
  );
}
