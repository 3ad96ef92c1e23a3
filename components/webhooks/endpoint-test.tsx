"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Button } from "#components/ui/button";
import { eventDetail } from "#lib/browser/api/events";
import { testEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useAccountId } from "#lib/browser/session/account";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { words } from "./words.ts";

/** Shows the result of a test from its delivery's attempts. */
function Outcome({ eventId }: { eventId: string }) {
  const { data } = useQuery(eventDetail(useAccountId(), eventId));
  const delivery = data?.deliveries[0];
  return delivery && delivery.attempts.length > 0 ? (
    <DeliveryOutcome delivery={delivery} />
  ) : (
    <p className="text-sm text-muted">{words.testOnItsWay}</p>
  );
}

/** Sends a test event to this endpoint only, and shows the answer. */
export function EndpointTest({ endpoint }: { endpoint: WebhookEndpointModel }) {
  const test = useMutation(testEndpoint(useAccountId(), endpoint.id));
  return (
    <div className="flex flex-col gap-2">
      <Button
        icon={<Send aria-hidden="true" />}
        pending={test.isPending}
        onPress={() => test.mutate()}
        className="self-start"
      >
        {words.sendATestEvent}
      </Button>
      <div role="status">
        {test.data ? <Outcome key={test.data} eventId={test.data} /> : null}
        {test.error ? <p className="text-sm text-danger">{test.error.message}</p> : null}
      </div>
    </div>
  );
}
