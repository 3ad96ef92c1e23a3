"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ShownOnce } from "#components/ui/shown-once";

interface SecretDialogProps {
  title: string;
  secrets: readonly { label: string; value: string }[];
  onClose: () => void;
  /** Content above the secrets. */
  children?: ReactNode;
}

/** Shows secrets that cannot be displayed again, so only its button closes it. */
export function SecretDialog({ title, secrets, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
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
