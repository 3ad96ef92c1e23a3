"use client";

import { SecretDialog } from "#components/ui/secret-dialog";

interface EndpointSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** An endpoint's new signing secret. */
export function EndpointSecret({ title, secret, onClose }: EndpointSecretProps) {
  return (
    <SecretDialog
      title={title}
      secrets={[{ label: "Signing secret", value: secret }]}
      done="I have stored it"
      onClose={onClose}
    >
      <p>
        Every event is signed with it, as Standard Webhooks specifies: check the signature before you trust what comes
        in.
      </p>
    </SecretDialog>
  );
}
