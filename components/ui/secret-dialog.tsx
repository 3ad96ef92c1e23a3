"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { words } from "./words.ts";

interface SecretDialogProps {
  title: string;
  secrets: readonly { label: string; value: string }[];
  /** The button that closes it. */
  done?: string;
  onClose: () => void;
  /** Content above the secrets. */
  children?: ReactNode;
}

/** Shows secrets that cannot be displayed again, so only its button closes it. */
export function SecretDialog({ title, secrets, done = words.done, onClose, children }: SecretDialogProps) {
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
