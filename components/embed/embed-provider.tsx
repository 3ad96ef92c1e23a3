"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { LinksStay } from "#components/ui/link-scope";
import { TimeZone } from "#components/ui/time-zone";
import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { makeQueryClient } from "#lib/browser/api/query-client";
import type { EmbedLink } from "#lib/browser/embed/embed-link";
import { StreamStateContext } from "#lib/browser/live/live-state";
import { outcomeOf } from "#lib/browser/live/receipts";
import type { ServerSentMessage } from "#lib/browser/live/sse-parser";
import { makeStreamCache } from "#lib/browser/live/stream-cache";
import { followStream, type StreamState } from "#lib/browser/live/stream-connection";
import { AccountContext, type JobTypeSummary, type OperationSummary } from "#lib/browser/session/account";

export interface EmbedProviderProps {
  session: EmbedSessionModel;
  link: EmbedLink;
  operations: readonly OperationSummary[];
  internalJobs: readonly JobTypeSummary[];
  children: ReactNode;
}

/** Tells the page of a job that ended, as its webhook's receipt says. */
function tellOutcome(link: EmbedLink, message: ServerSentMessage): void {
  if (message.event !== "event") return;
  const { type, job_id } = JSON.parse(message.data) as { type: string; job_id?: string };
  const outcome = outcomeOf(type);
  if (!outcome || job_id === undefined) return;
  const name = outcome === "completed" ? "job.completed" : "job.failed";
  link.send({ type: "event", name, detail: { job_id: Number(job_id), event_type: type } });
}

/**
 * What an embedded view stands in, as the console's pages stand in theirs: the account, the clinic's zone, the cache,
 * and a live stream of its own, since its neighbours may see other things than it.
 */
export function EmbedProvider({ session, link, operations, internalJobs, children }: EmbedProviderProps) {
  const [client] = useState(makeQueryClient);
  const [state, setState] = useState<StreamState>("reconnecting");
  const { linked_account: account, permissions } = session;
  const scope = useMemo(() => {
    const granted = (id: string) => permissions.includes(id);
    return {
      account,
      operations: operations.filter(({ id }) => granted(id)),
      // Jobs of every kind have a name, whether or not one may start another.
      internalJobs: [...internalJobs, ...operations.filter(({ id }) => !granted(id))],
      permissions,
      only: permissions,
    };
  }, [account, operations, internalJobs, permissions]);

  useEffect(() => {
    if (!permissions.includes("events:read")) return;
    const cache = makeStreamCache(client, account.id);
    const end = new AbortController();
    void followStream({
      accountId: account.id,
      lastEventId: null,
      signal: end.signal,
      onMessage: (message) => {
        cache.take(message);
        tellOutcome(link, message);
      },
      onState: setState,
      onGap: cache.refreshAll,
    });
    return () => {
      end.abort();
      client.clear();
    };
  }, [client, account.id, permissions, link]);

  return (
    <QueryClientProvider client={client}>
      <AccountContext value={scope}>
        <StreamStateContext value={state}>
          <TimeZone zone={account.timezone}>
            <LinksStay>{children}</LinksStay>
          </TimeZone>
        </StreamStateContext>
      </AccountContext>
    </QueryClientProvider>
  );
}
