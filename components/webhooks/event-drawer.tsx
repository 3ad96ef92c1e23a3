"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { Skeleton } from "#components/ui/skeleton";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { eventDetail, redeliverEvent } from "#lib/browser/api/events";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { EventModel } from "#lib/webhooks/events/model";
import { DeliveryLog } from "./delivery-log.tsx";
import { words } from "./words.ts";

function Body({ entry }: { entry: EventModel }) {
  const accountId = useAccountId();
  const mayRedeliver = useMay("events:redeliver");
  const { id, job_id: jobId, created } = entry.event as { id: string; job_id?: string; created: string };
  const redeliver = useMutation(redeliverEvent(useQueryClient(), accountId, id));
  const text = JSON.stringify(entry.event, null, 2);
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <RelativeTime at={created} />
        {jobId ? <Link href={`/a/${accountId}/jobs/${jobId}`}>{words.jobNumbered(jobId)}</Link> : null}
      </p>
      <section aria-label={words.deliveries} className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-2">
          <h3 className="text-xs font-medium text-muted">{words.deliveries}</h3>
          {mayRedeliver ? (
            <Button
              size="sm"
              icon={<RotateCw aria-hidden="true" />}
              pending={redeliver.isPending && redeliver.variables === null}
              onPress={() => redeliver.mutate(null)}
            >
              {words.redeliverToAll}
            </Button>
          ) : null}
        </div>
        <p role="status" className={`text-sm empty:hidden ${redeliver.error ? "text-danger" : "text-muted"}`}>
          {redeliver.error?.message ?? redeliver.data?.message}
        </p>
        <ul className="divide-y divide-line border-y border-line">
          {entry.deliveries.map((delivery) => (
            <DeliveryLog
              key={delivery.id}
              eventId={id}
              delivery={delivery}
              pending={redeliver.isPending && redeliver.variables === delivery.id}
              onRedeliver={mayRedeliver ? () => redeliver.mutate(delivery.id) : undefined}
            />
          ))}
        </ul>
      </section>
      <section aria-label={words.payload} className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-2">
          <h3 className="text-xs font-medium text-muted">{words.payload}</h3>
          <CopyButton label={words.copyThePayload} text={text} iconOnly />
        </div>
        <pre className="rounded-md bg-sunken p-3 font-code text-xs leading-5 break-all whitespace-pre-wrap">{text}</pre>
      </section>
    </div>
  );
}

interface EventDrawerProps {
  id: string;
  onClose: () => void;
}

/** Shows an event: each delivery with its attempts, the payload, and a button to redeliver it. */
export function EventDrawer({ id, onClose }: EventDrawerProps) {
  const { data, error, isPending, refetch } = useQuery(eventDetail(useAccountId(), id));
  const unknown = error instanceof ApiFailure && error.status === 404;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={data ? String(data.event.type) : words.event}
      detail={<span className="break-all">{id}</span>}
    >
      {isPending ? <Skeleton className="h-64 w-full" /> : null}
      {unknown ? <EmptyState title={words.unknownEvent}>{words.unknownEventHint}</EmptyState> : null}
      {error && !data && !unknown ? (
        <ErrorState title={words.eventNotLoaded} onRetry={() => void refetch()}>
          {error.message}. {words.deliveriesContinue}
        </ErrorState>
      ) : null}
      {data ? <Body entry={data} /> : null}
    </Drawer>
  );
}
