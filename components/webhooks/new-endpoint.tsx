"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Drawer } from "#components/ui/drawer";
import { createEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccount } from "#lib/browser/session/account";
import { ENDPOINT_DRAFT, EndpointForm } from "./endpoint-form.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const EMPTY = { url: "", description: "", event_types: [] };

interface NewEndpointProps {
  onClose: () => void;
  /** Called with the endpoint's id when the user closes the secret. */
  onMade: (id: string) => void;
}

/** Registers an endpoint, then shows its secret once. */
export function NewEndpoint({ onClose, onMade }: NewEndpointProps) {
  const account = useAccount();
  const create = useMutation(createEndpoint(useQueryClient(), account.id));
  const draft = useDraft("webhook-endpoint", "", ENDPOINT_DRAFT);
  const made = create.data;
  if (made) {
    return <SecretDialog title="The endpoint is registered" secret={made.secret} onClose={() => onMade(made.id)} />;
  }
  return (
    <Drawer isOpen onClose={onClose} title="New endpoint" detail={account.name}>
      <EndpointForm
        fields={EMPTY}
        action="Register the endpoint"
        pending={create.isPending}
        error={create.error}
        draft={draft}
        onSubmit={(fields) => {
          const idempotencyKey = draft.key.forBody({ ...fields });
          create.mutate({ fields, idempotencyKey }, { onSuccess: draft.drop });
        }}
      />
    </Drawer>
  );
}
