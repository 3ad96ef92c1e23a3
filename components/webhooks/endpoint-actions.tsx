"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleOff, KeyRound, Power, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Switch } from "#components/ui/switch";
import { deleteEndpoint, rotateSecret, updateEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointSecret } from "./endpoint-secret.tsx";
import { EndpointTest } from "./endpoint-test.tsx";
import { shortUrl } from "./endpoint-words.ts";
import { words } from "./words.ts";

interface ActionProps {
  endpoint: WebhookEndpointModel;
}

function Refusal({ error }: { error: Error | null }) {
  return (
    <p role="status" className="text-sm text-danger empty:hidden">
      {error?.message}
    </p>
  );
}

function Rotate({ endpoint }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const [endPrevious, setEndPrevious] = useState(false);
  const rotate = useMutation(rotateSecret(useQueryClient(), useAccountId(), endpoint.id));
  const ask = () => {
    rotate.reset();
    setEndPrevious(false);
    setAsking(true);
  };
  return (
    <>
      <Button icon={<KeyRound aria-hidden="true" />} onPress={ask}>
        {words.rotateTheSecret}
      </Button>
      <Dialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        title={words.rotateSecretOf(shortUrl(endpoint.url))}
        footer={
          <>
            <Button onPress={() => setAsking(false)}>{words.cancel}</Button>
            <Button
              variant="primary"
              pending={rotate.isPending}
              onPress={() => rotate.mutate(endPrevious, { onSuccess: () => setAsking(false) })}
            >
              {words.rotateTheSecret}
            </Button>
          </>
        }
      >
        <p>{endPrevious ? words.rotationEndsPrevious : words.rotationOverlap}</p>
        <Switch label={words.endPrevious} isOn={endPrevious} onChange={setEndPrevious} />
        <Refusal error={rotate.error} />
      </Dialog>
      {rotate.data && !asking ? (
        <EndpointSecret title={words.theSecretWasRotated} secret={rotate.data.secret} onClose={rotate.reset} />
      ) : null}
    </>
  );
}

function Delete({ endpoint, onGone }: ActionProps & { onGone: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation(deleteEndpoint(useQueryClient(), useAccountId(), endpoint.id));
  const name = shortUrl(endpoint.url);
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onPress={() => setAsking(true)}>
        {words.deletion}
      </Button>
      <Dialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        title={`${words.deleteNamed(name)}?`}
        footer={
          <>
            <Button onPress={() => setAsking(false)}>{words.cancel}</Button>
            <Button
              variant="danger"
              pending={remove.isPending}
              onPress={() => remove.mutate(undefined, { onSuccess: onGone })}
              className="min-w-0"
            >
              <span className="truncate">{words.deleteNamed(name)}</span>
            </Button>
          </>
        }
      >
        <p>{words.deletionEffect}</p>
        <Refusal error={remove.error} />
      </Dialog>
    </>
  );
}

/** Shows the actions of an endpoint besides editing. */
export function EndpointActions({ endpoint, onGone }: ActionProps & { onGone: () => void }) {
  const enabled = endpoint.status === "enabled";
  const toggle = useMutation(updateEndpoint(useQueryClient(), useAccountId(), endpoint.id));
  const mayUpdate = useMay("webhook-endpoints:update");
  const mayDelete = useMay("webhook-endpoints:delete");
  if (!mayUpdate && !mayDelete) return null;
  return (
    <section aria-label={words.actions} className="flex flex-col gap-4 border-t border-line pt-4">
      {mayUpdate ? <EndpointTest endpoint={endpoint} /> : null}
      <div className="flex flex-wrap gap-2">
        {mayUpdate ? (
          <>
            <Button
              icon={enabled ? <CircleOff aria-hidden="true" /> : <Power aria-hidden="true" />}
              variant={enabled ? "secondary" : "primary"}
              pending={toggle.isPending}
              onPress={() => toggle.mutate({ fields: { status: enabled ? "disabled" : "enabled" } })}
            >
              {enabled ? words.disable : words.enable}
            </Button>
            <Rotate endpoint={endpoint} />
          </>
        ) : null}
        {mayDelete ? <Delete endpoint={endpoint} onGone={onGone} /> : null}
      </div>
      <Refusal error={toggle.error} />
    </section>
  );
}
