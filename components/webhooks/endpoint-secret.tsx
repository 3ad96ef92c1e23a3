"use client";

import { SecretDialog } from "#components/ui/secret-dialog";
import { words } from "./words.ts";

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
      secrets={[{ label: words.signingSecret, value: secret }]}
      done={words.storedIt}
      onClose={onClose}
    >
      <p>{words.secretUse}</p>
    </SecretDialog>
  );
}
