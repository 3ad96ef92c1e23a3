"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Drawer } from "#components/ui/drawer";
import { KeyValueList } from "#components/ui/key-value-list";
import { isPlainClick, Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { currentIn } from "#lib/browser/api/api-failure";
import { type EndpointFields, updateEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useHasDraft } from "#lib/browser/drafts/use-draft";
import { Refused } from "#lib/browser/forms/failure-words";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { EndpointActions } from "./endpoint-actions.tsx";
import { ENDPOINT_DRAFT, EndpointForm } from "./endpoint-form.tsx";
import { EndpointHealth } from "./endpoint-health.tsx";
import { EndpointNotices } from "./endpoint-notices.tsx";
import { EndpointStatus } from "./endpoint-status.tsx";
import { shortUrl } from "./endpoint-words.ts";
import { words as pageWords } from "./page-words.ts";
import { useWebhooksPlace } from "./use-webhooks-place.ts";
import { words } from "./words.ts";

/** Returns the values that another has given to fields of the form. */
const changesBetween = (seen: WebhookEndpointModel, current: WebhookEndpointModel): string[] => [
  ...(seen.url === current.url ? [] : [`${words.url}: ${current.url}`]),
  ...(seen.description === current.description
    ? []
    : [`${words.description}: ${current.description || words.noDescription}`]),
  ...(seen.event_types.join() === current.event_types.join()
    ? []
    : [`${pageWords.eventTypes}: ${current.event_types.join(", ") || words.allSubscribedTypes}`]),
  ...(seen.signature_header === current.signature_header
    ? []
    : [`${words.signature}: ${signatureWords(current.signature_header)}`]),
  ...(seen.status === current.status ? [] : [current.status === "enabled" ? words.nowEnabled : words.nowDisabled]),
];

const signatureWords = (header: string | null): string =>
  header === null ? words.standardWebhooks : `${words.andBodyHmac}: ${header}`;

function Facts({ endpoint }: { endpoint: WebhookEndpointModel }) {
  const { url, description, owner, event_types: types, signature_header, created_at } = endpoint;
  return (
    <KeyValueList
      items={[
        { name: "url", label: words.url, value: <span className="break-all">{url}</span> },
        ...(description ? [{ name: "description", label: words.description, value: description }] : []),
        ...(owner === null ? [] : [{ name: "owner", label: words.owner, value: owner }]),
        {
          name: "types",
          label: pageWords.eventTypes,
          value: types.length === 0 ? words.allSubscribedTypes : types.join(", "),
        },
        ...(signature_header === null
          ? []
          : [{ name: "signature", label: words.signature, value: signatureWords(signature_header) }]),
        { name: "created", label: pageWords.registered, value: <RelativeTime at={created_at} /> },
      ]}
    />
  );
}

interface EndpointDrawerProps {
  endpoint: WebhookEndpointModel;
  onClose: () => void;
}

/** Shows an endpoint: its settings, health and actions. */
export function EndpointDrawer({ endpoint, onClose }: EndpointDrawerProps) {
  const accountId = useAccountId();
  const leadTo = useWebhooksPlace();
  const mayUpdate = useMay("webhook-endpoints:update");
  const wasLeft = useHasDraft(ENDPOINT_DRAFT, endpoint.id);
  const [editing, setEditing] = useState(wasLeft);
  const [seen, setSeen] = useState(endpoint);
  const update = useMutation(updateEndpoint(useQueryClient(), accountId, endpoint.id));
  /** Saves what was edited in place of what was shown then; what another has saved since is named first. */
  const save = async (fields: EndpointFields) => {
    try {
      return await update.mutateAsync({ fields, ifMatch: seen.etag });
    } catch (failure) {
      const current = currentIn(failure) as WebhookEndpointModel | null;
      if (!current) throw failure;
      setSeen(current);
      throw new Refused({ title: words.changedMeanwhile, next: words.nowIs(changesBetween(seen, current)) });
    }
  };
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={<span className="break-all">{shortUrl(endpoint.url)}</span>}
      detail={<EndpointStatus status={endpoint.status} />}
    >
      {editing ? (
        <EndpointForm
          id={endpoint.id}
          fields={endpoint}
          action={words.saveTheChanges}
          send={(fields) => save(fields)}
          onDone={() => setEditing(false)}
          onLeave={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-col gap-6">
          <EndpointNotices endpoint={endpoint} />
          <Facts endpoint={endpoint} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {mayUpdate ? (
              <Button
                icon={<Pencil aria-hidden="true" />}
                onPress={() => {
                  setSeen(endpoint);
                  setEditing(true);
                }}
              >
                {words.edit}
              </Button>
            ) : null}
            <Link
              href={`/a/${accountId}/webhooks?view=log&endpoint_id=${endpoint.id}`}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                leadTo({ view: "log", endpoint_id: endpoint.id });
              }}
            >
              {words.deliveries}
            </Link>
          </div>
          <EndpointHealth endpointId={endpoint.id} />
          <EndpointActions endpoint={endpoint} onGone={onClose} />
        </div>
      )}
    </Drawer>
  );
}
