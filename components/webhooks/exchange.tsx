"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "#components/ui/skeleton";
import { deliveryDetail } from "#lib/browser/api/events";
import { useAccountId } from "#lib/browser/session/account";
import type { DeliveryDetailModel, DeliveryModel } from "#lib/webhooks/events/model";
import { attemptWords } from "./delivery-outcome.tsx";
import { words } from "./words.ts";

type Attempt = DeliveryDetailModel["attempts"][number];

const CODE = "rounded-md bg-sunken p-2 font-code text-xs leading-5 break-all whitespace-pre-wrap text-fg";

const headWords = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

function Response({ status_code: status, response }: Attempt) {
  if (!response) return <p>{words.noResponse}</p>;
  const { headers, body, cut } = response;
  return (
    <>
      <p>{words.response}</p>
      <pre className={CODE}>{`HTTP ${status}\n${headWords(headers)}`}</pre>
      {body === "" ? <p>{words.theBodyWasEmpty}</p> : <pre className={CODE}>{body}</pre>}
      {cut ? <p>{words.bodyCut}</p> : null}
    </>
  );
}

function AttemptExchange({ attempt, number }: { attempt: Attempt; number: number }) {
  return (
    <li className="flex flex-col gap-1.5">
      <h4 className="font-medium text-fg">
        {words.attempt(number)}: {attemptWords(attempt)}
      </h4>
      <p className="break-all">{words.sentTo(attempt.url ?? "")}</p>
      {attempt.request ? (
        <>
          <p>{words.requestHead}</p>
          <pre className={CODE}>{headWords(attempt.request.headers)}</pre>
          <Response {...attempt} />
        </>
      ) : (
        <p>{words.exchangeDeleted}</p>
      )}
    </li>
  );
}

/** Shows the request and response of each attempt, the latest first. */
export function Exchange({ eventId, delivery }: { eventId: string; delivery: DeliveryModel }) {
  const { data, error } = useQuery(deliveryDetail(useAccountId(), eventId, delivery.id, delivery.attempts.length));
  if (error) return <p className="ml-6 text-xs text-danger">{error.message}</p>;
  if (!data) return <Skeleton className="ml-6 h-24" />;
  return (
    <ol className="ml-6 flex flex-col gap-4 text-xs text-muted">
      {data.attempts
        .map((attempt, index) => <AttemptExchange key={attempt.at} attempt={attempt} number={index + 1} />)
        .reverse()}
    </ol>
  );
}
