"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { DateField } from "#components/ui/date-field";
import { Dialog } from "#components/ui/dialog";
import { ProgressBar } from "#components/ui/progress-bar";
import { type RedeliverRange, redeliverRange } from "#lib/browser/api/events";
import { webhookEndpoints } from "#lib/browser/api/webhook-endpoints";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { numberLocale } from "#lib/kernel/shown-locale";
import { shortUrl } from "./endpoint-words.ts";
import { type LogFilters, momentsOf } from "./log-filters.ts";
import { EVENTS, words } from "./words.ts";

const eventsWords = (count: number) => `${count.toLocaleString(numberLocale())} ${EVENTS[count === 1 ? 0 : 1]}`;

/** Combines the days with the log's filters by type and endpoint; null if a day is missing. */
function rangeOf(filters: LogFilters, days: { from: string; until: string }, timeZone: string): RedeliverRange | null {
  const { created_after, created_before } = momentsOf(days, timeZone);
  if (!created_after || !created_before) return null;
  return {
    created_after,
    created_before,
    ...(filters.event_types ? { event_types: filters.event_types.split(",") } : {}),
    ...(filters.endpoint_id ? { endpoint_id: filters.endpoint_id } : {}),
  };
}

interface RedeliverDialogProps {
  filters: LogFilters;
  onClose: () => void;
}

/** Asks for a range of days, counts its events, redelivers them on confirmation and shows the progress. */
export function RedeliverDialog({ filters, onClose }: RedeliverDialogProps) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const today = todayIn(timezone);
  const [from, setFrom] = useState(filters.from || today);
  const [until, setUntil] = useState(filters.until || today);
  const [sent, setSent] = useState(0);
  const range = rangeOf(filters, { from, until }, timezone);
  const { data: endpoints = [] } = useQuery(webhookEndpoints(accountId));
  const endpoint = endpoints.find(({ id }) => id === filters.endpoint_id);
  const redeliver = useMutation({
    mutationFn: async () => (range ? redeliverRange(accountId, range, { dryRun: false, onProgress: setSent }) : 0),
    onSettled: () => client.invalidateQueries({ queryKey: ["events", accountId] }),
  });
  const asking = redeliver.isIdle;
  const count = useQuery({
    queryKey: ["redeliver-count", accountId, range],
    queryFn: () => (range ? redeliverRange(accountId, range, { dryRun: true }) : 0),
    enabled: asking && range !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const found = count.data ?? 0;
  const which = filters.event_types ? words.ofType(filters.event_types.replaceAll(",", " or ")) : words.ofEveryType;
  const where = filters.endpoint_id
    ? words.toTarget(endpoint ? shortUrl(endpoint.url) : words.chosenEndpoint)
    : words.toAllTargets;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.redeliverRangeTitle}
      footer={
        <>
          <Button variant={asking ? "secondary" : "primary"} onPress={onClose}>
            {asking ? words.cancel : words.close}
          </Button>
          {asking ? (
            <Button variant="primary" isDisabled={!count.isSuccess || found === 0} onPress={() => redeliver.mutate()}>
              {found === 0 ? words.redeliver : words.redeliverCount(eventsWords(found))}
            </Button>
          ) : null}
        </>
      }
    >
      {asking ? (
        <>
          <p>
            {words.redelivered(which, where, filters.delivery_status !== "")} {words.idsStay}
          </p>
          <div className="grid grid-cols-2 gap-3">
            <DateField label={words.from} days="history" value={from} maxValue={today} onChange={setFrom} />
            <DateField
              label={words.until}
              days="history"
              value={until}
              minValue={from || undefined}
              maxValue={today}
              onChange={setUntil}
              error={from && until && until < from ? words.beforeFirstDay : undefined}
            />
          </div>
          <p role="status" className="min-h-5">
            {range === null ? words.chooseDays : null}
            {range !== null && count.isPending ? words.counting : null}
            {count.isSuccess ? words.inRange(found === 0 ? words.noEvents : eventsWords(found)) : null}
          </p>
        </>
      ) : (
        <ProgressBar label={words.queuedAgain} value={sent} most={Math.max(found, sent)} />
      )}
      {count.isError ? (
        <Banner tone="danger" title={words.eventsNotCounted} announce>
          {count.error.message}. {words.nothingWasSent}
        </Banner>
      ) : null}
      {redeliver.isSuccess ? <p>{words.queuedNote}</p> : null}
      {redeliver.isError ? (
        <Banner tone="danger" title={words.notAllQueued} announce>
          {redeliver.error.message}. {words.queuedAreSent}
        </Banner>
      ) : null}
    </Dialog>
  );
}
