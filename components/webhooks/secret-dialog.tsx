"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ShownOnce } from "#components/ui/shown-once";

interface SecretDialogProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** An endpoint's new secret; leaving it takes a button, since it is gone then. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" onPress={onClose}>
          I have stored it
        </Button>
      }
    >
      <p>
        Every event is signed with it, as Standard Webhooks specifies: check the signature before you trust what comes
        in.
      </p>
      <ShownOnce label="Signing secret" secret={secret} />
    </Dialog>
  );
}
