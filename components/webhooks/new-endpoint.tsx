"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer } from "#components/ui/drawer";
import { createEndpoint, type EndpointFields } from "#lib/browser/api/webhook-endpoints";
import { useAccount } from "#lib/browser/session/account";
import type { NewWebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointSecret } from "./endpoint-secret.tsx";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

const EMPTY: EndpointFields = {
  url: "",
  description: "",
  event_types: [],
  signature: ["standard"],
  signature_header: null,
};

interface NewEndpointProps {
  onClose: () => void;
  /** Called with the endpoint's id when the user closes the secret. */
  onMade: (id: string) => void;
}

/** Registers an endpoint, then shows its secret once. */
export function NewEndpoint({ onClose, onMade }: NewEndpointProps) {
  const account = useAccount();
  const client = useQueryClient();
  const [made, setMade] = useState<NewWebhookEndpointModel | null>(null);
  if (made) {
    return (
      <EndpointSecret title={words.theEndpointIsRegistered} secret={made.secret} onClose={() => onMade(made.id)} />
    );
  }
  return (
    <Drawer isOpen onClose={onClose} title={pageWords.newEndpoint} detail={account.name}>
      <EndpointForm
        id=""
        fields={EMPTY}
        action={words.registerTheEndpoint}
        send={(fields, idempotencyKey) => createEndpoint(client, account.id, fields, idempotencyKey)}
        onDone={setMade}
      />
    </Drawer>
  );
}
