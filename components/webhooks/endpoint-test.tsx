"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { eventDetail } from "#lib/browser/api/events";
import { testEndpoint } from "#lib/browser/api/webhook-endpoints";
import { useAccountId } from "#lib/browser/session/account";
import { testEventData } from "#lib/webhooks/endpoints/fields";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { words } from "./words.ts";

const TestData = dynamic(() => import("./test-data.tsx").then((module) => module.TestData), { ssr: false });

/** Returns the object that a text is JSON of, or a sentence that says what is wrong with it. */
function dataOf(text: string): { data: Record<string, unknown> } | { problem: string } {
  try {
    const { data, error } = testEventData.safeParse(JSON.parse(text));
    return data ? { data } : { problem: `This ${error?.issues[0]?.message}` };
  } catch {
    return { problem: words.notJson };
  }
}

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

/** Sends a test event, with edited data if wished, to this endpoint only, and shows the answer. */
export function EndpointTest({ endpoint }: { endpoint: WebhookEndpointModel }) {
  const test = useMutation(testEndpoint(useAccountId(), endpoint.id));
  const [isEditing, setEditing] = useState(false);
  const [text, setText] = useState(() => JSON.stringify({ webhook_endpoint_id: endpoint.id }, null, 2));
  const [problem, setProblem] = useState<string>();
  const send = () => {
    if (!isEditing) return test.mutate(null);
    const read = dataOf(text);
    if ("problem" in read) return setProblem(read.problem);
    test.mutate(read.data);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<Send aria-hidden="true" />} pending={test.isPending} onPress={send}>
          {words.sendATestEvent}
        </Button>
        <Button
          variant="quiet"
          icon={isEditing ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          aria-expanded={isEditing}
          onPress={() => setEditing(!isEditing)}
        >
          {words.changeItsData}
        </Button>
      </div>
      {isEditing ? (
        <TestData
          text={text}
          error={problem}
          onChange={(typed) => {
            setText(typed);
            setProblem(undefined);
          }}
        />
      ) : null}
      <div role="status">
        {test.data ? <Outcome key={test.data} eventId={test.data} /> : null}
        {test.error ? <p className="text-sm text-danger">{test.error.message}</p> : null}
      </div>
    </div>
  );
}
