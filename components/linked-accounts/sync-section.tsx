"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { Section } from "#components/ui/section";
import { accountSync, accountSyncKey, isMoving, startSync } from "#lib/browser/api/account-sync";
import { useAccount, useMay } from "#lib/browser/session/account";
import { HeldAnswers } from "./held-answers.tsx";
import { SyncTable } from "./sync-table.tsx";

/** How long an asked sync may take to begin, during which its state is read often. */
const BEGINS_WITHIN_MS = 30_000;
const LOOK_MS = 2_000;

/** Returns the state of the sync, read often from the moment `watch` is called until the sync began and ended. */
function useWatchedSync(accountId: string) {
  const client = useQueryClient();
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const options = accountSync(accountId);
  const query = useQuery({
    ...options,
    refetchInterval: (read) => {
      const isSoon = askedAt !== null && Date.now() - askedAt < BEGINS_WITHIN_MS;
      const isDone = read.state.data?.every(({ synced_at }) => Date.parse(synced_at ?? "") > (askedAt ?? 0));
      if (isSoon && !isDone) return LOOK_MS;
      return typeof options.refetchInterval === "function" ? options.refetchInterval(read) : options.refetchInterval;
    },
  });
  return {
    query,
    watch: () => {
      setAskedAt(Date.now());
      return client.invalidateQueries({ queryKey: accountSyncKey(accountId) });
    },
  };
}

/** Shows how far, fresh and whole each kind of record of this page's account is; starts a sync. */
export function SyncSection() {
  const account = useAccount();
  const mayStart = useMay("linked-accounts:update");
  const { query, watch } = useWatchedSync(account.id);
  const start = useMutation({ mutationFn: () => startSync(account.id), onSuccess: watch });
  const kinds = query.data ?? [];
  const moving = kinds.filter(isMoving).length;
  return (
    <Section
      title="Sync"
      note={`How far, fresh and whole the records of ${account.name} are. Times are those of the last complete reading.`}
      action={
        mayStart ? (
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            pending={start.isPending}
            isDisabled={kinds.some(({ status }) => status === "running")}
            onPress={() => start.mutate()}
          >
            Sync now
          </Button>
        ) : null
      }
    >
      {start.error ? (
        <Banner tone="danger" title={start.error.message} announce>
          No sync was started.
        </Banner>
      ) : null}
      <HeldAnswers kinds={kinds} mayAccept={mayStart} onAccepted={watch} />
      {query.data ? (
        <Announcement>
          {moving > 0 ? `${moving} kinds of records are being read` : "Nothing is being read"}
        </Announcement>
      ) : null}
      <ListBody
        things="kinds of records"
        query={query}
        count={kinds.length}
        usual={13}
        empty={<EmptyState title="This EMR shows no records">Operations can still be sent to it.</EmptyState>}
      >
        <SyncTable kinds={kinds} notShown={account.unsupported_kinds} />
      </ListBody>
    </Section>
  );
}
