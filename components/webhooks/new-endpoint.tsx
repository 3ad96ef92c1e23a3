"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer } from "#components/ui/drawer";
import { createEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useAccount } from "#lib/browser/session/account";
import type { NewWebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointSecret } from "./endpoint-secret.tsx";

const EMPTY = { url: "", description: "", event_types: [] };

interface NewEndpointProps {
  onClose: () => void;
  /** Called with its id once its secret has been seen. */
  onMade: (id: string) => void;
}

/** Registers a URL, and then shows its secret, once. */
export function NewEndpoint({ onClose, onMade }: NewEndpointProps) {
  const account = useAccount();
  const client = useQueryClient();
  const [made, setMade] = useState<NewWebhookEndpointModel | null>(null);
  if (made) {
    return <EndpointSecret title="The endpoint is registered" secret={made.secret} onClose={() => onMade(made.id)} />;
  }
  return (
    <Drawer isOpen onClose={onClose} title="New endpoint" detail={account.name}>
      <EndpointForm
        id=""
        fields={EMPTY}
        action="Register the endpoint"
        send={(fields, idempotencyKey) => createEndpoint(client, account.id, fields, idempotencyKey)}
        onDone={setMade}
      />
    </Drawer>
  );
}
