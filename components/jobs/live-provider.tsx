"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { TableOwner } from "#components/ui/data-table/own-columns.ts";
import { TimeZone } from "#components/ui/time-zone";
import { makeQueryClient } from "#lib/browser/api/query-client";
import { StreamStateContext } from "#lib/browser/live/live-state";
import { openSharedStream } from "#lib/browser/live/shared-stream";
import { changingLists, makeStreamCache } from "#lib/browser/live/stream-cache";
import type { StreamState } from "#lib/browser/live/stream-connection";
import { AccountContext, type AccountScope } from "#lib/browser/session/account";

interface LiveProviderProps extends Omit<AccountScope, "userId"> {
  /** Id of the signed-in user. */
  userId: string;
  children: ReactNode;
}

/**
 * Provides the context of every page of a linked account: the account, its time zone, the query cache, and the event stream
 * that keeps the cache fresh. Use the account's id as `key`, so that another account starts with an empty cache.
 */
export function LiveProvider({ account, operations, internalJobs, permissions, userId, children }: LiveProviderProps) {
  const [client] = useState(makeQueryClient);
  const [state, setState] = useState<StreamState>("reconnecting");
  const scope = useMemo(
    () => ({ account, operations, internalJobs, permissions, userId }),
    [account, operations, internalJobs, permissions, userId],
  );

  useEffect(() => {
    const cache = makeStreamCache(client, account.id, changingLists(operations, internalJobs));
    return openSharedStream({
      accountId: account.id,
      userId,
      onMessage: cache.take,
      onState: setState,
      onGap: cache.refreshAll,
    });
  }, [client, account.id, userId, operations, internalJobs]);

  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        <AccountContext value={scope}>
          <StreamStateContext value={state}>
            <TimeZone zone={account.timezone}>
              <TableOwner value={userId}>{children}</TableOwner>
            </TimeZone>
          </StreamStateContext>
        </AccountContext>
      </QueryClientProvider>
    </NuqsAdapter>
  );
}
