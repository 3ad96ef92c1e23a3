"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { LinksStay } from "#components/ui/link-scope";
import { TimeZone } from "#components/ui/time-zone";
import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { makeQueryClient } from "#lib/browser/api/query-client";
import type { EmbedLink } from "#lib/browser/embed/embed-link";
import { followsStream } from "#lib/browser/embed/follows-stream";
import { StreamStateContext } from "#lib/browser/live/live-state";
import { changingLists, makeStreamCache } from "#lib/browser/live/stream-cache";
import { followStream, type ServerSentMessage, type StreamState } from "#lib/browser/live/stream-connection";
import { AccountContext, type JobTypeSummary, type OperationSummary } from "#lib/browser/session/account";
import type { JobMessage } from "#lib/job-record/model";

export interface EmbedProviderProps {
  session: EmbedSessionModel;
  link: EmbedLink;
  operations: readonly OperationSummary[];
  internalJobs: readonly JobTypeSummary[];
  children: ReactNode;
}

/** Reports the outcome of a job to the partner's page, after the console's inbox received its event. */
function sendOutcome(link: EmbedLink, message: ServerSentMessage): void {
  if (message.event !== "standing") return;
  const { job_id, standing, event_type } = JSON.parse(message.data) as JobMessage;
  if (event_type === undefined) return;
  const name = standing.state === "completed" ? "job.completed" : "job.failed";
  link.send({ type: "event", name, detail: { job_id, event_type } });
}

/**
 * Provides an embedded view with the account, the clinic's time zone, a separate query cache and a separate live
 * stream, because other views in the page may have other permissions.
 */
export function EmbedProvider({ session, link, operations, internalJobs, children }: EmbedProviderProps) {
  const [client] = useState(makeQueryClient);
  const [state, setState] = useState<StreamState>("reconnecting");
  const { linked_account: account, permissions } = session;
  const isLive = followsStream(session);
  const scope = useMemo(() => {
    const granted = (id: string) => permissions.includes(id);
    return {
      account,
      operations: operations.filter(({ id }) => granted(id)),
      // Every kind of job needs a name, even if the view may not start one.
      internalJobs: [...internalJobs, ...operations.filter(({ id }) => !granted(id))],
      permissions,
      only: permissions,
    };
  }, [account, operations, internalJobs, permissions]);

  useEffect(() => {
    if (!isLive) return;
    const cache = makeStreamCache(client, account.id, changingLists(operations, internalJobs));
    const end = new AbortController();
    void followStream({
      accountId: account.id,
      lastEventId: null,
      signal: end.signal,
      onMessage: (message) => {
        cache.take(message);
        sendOutcome(link, message);
      },
      onState: setState,
      onGap: cache.refreshAll,
    });
    return () => {
      end.abort();
      client.clear();
    };
  }, [client, account.id, isLive, link, operations, internalJobs]);

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
