"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ShownOnce } from "#components/ui/shown-once";

interface SecretDialogProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** Shows an endpoint's new secret. Only its button closes it, since the secret is shown once. */
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
        Every event is signed with this secret, as Standard Webhooks specifies: verify the signature before you trust an
        event.
      </p>
      <ShownOnce label="Signing secret" secret={secret} />
    </Dialog>
  );
}
