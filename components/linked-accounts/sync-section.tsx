"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ListSection } from "#components/list-page/list-section";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { accountSync, accountSyncKey, isMoving, startSync } from "#lib/browser/api/account-sync";
import { useAccount, useMay } from "#lib/browser/session/account";
import type { SyncKind } from "#lib/emr/port/sync";
import { FreshnessLines } from "./freshness-lines.tsx";
import { HeldAnswers } from "./held-answers.tsx";
import { type ListedKind, listedKinds, syncColumns } from "./sync-columns.tsx";
import { KINDS, words } from "./words.ts";

const SetAsideDialog = dynamic(() => import("./set-aside-dialog.tsx").then((module) => module.SetAsideDialog), {
  ssr: false,
});

const keyOf = ({ kind }: ListedKind) => kind;

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
      const done = read.state.data?.every(({ synced_at }) => Date.parse(synced_at ?? "") > (askedAt ?? 0));
      if (isSoon && !done) return LOOK_MS;
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
  const [setAside, setSetAside] = useState<SyncKind | null>(null);
  const table = useTable(
    "sync",
    useMemo(() => syncColumns(setSetAside), []),
  );
  return (
    <ListSection
      title={words.sync}
      note={words.syncNote(account.name)}
      action={
        mayStart ? (
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            pending={start.isPending}
            isDisabled={kinds.some(({ status }) => status === "running")}
            onPress={() => start.mutate()}
          >
            {words.syncNow}
          </Button>
        ) : null
      }
      intro={
        <>
          {start.error ? (
            <Banner tone="danger" title={start.error.message} announce>
              {words.noSyncStarted}
            </Banner>
          ) : null}
          <FreshnessLines />
          <HeldAnswers kinds={kinds} mayAccept={mayStart} onAccepted={watch} />
          {query.data ? <Announcement>{moving > 0 ? words.beingRead(moving) : words.nothingRead}</Announcement> : null}
        </>
      }
      things={KINDS}
      table={table}
      query={query}
      rows={kinds.length > 0 ? listedKinds(kinds, account.unsupported_kinds) : []}
      keyOf={keyOf}
      usual={13}
      empty={<EmptyState title={words.noRecords}>{words.noRecordsHint}</EmptyState>}
    >
      {setAside ? <SetAsideDialog kind={setAside} onClose={() => setSetAside(null)} /> : null}
    </ListSection>
  );
}
