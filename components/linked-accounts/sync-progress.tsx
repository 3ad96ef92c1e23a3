"use client";

import { useQuery } from "@tanstack/react-query";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { Skeleton } from "#components/ui/skeleton";
import { accountSync } from "#lib/browser/api/account-sync";
import { words } from "./link-words.ts";
import { SyncStatus } from "./sync-status.tsx";
import { kindName, progressWords } from "./sync-words.ts";

/** Shows the progress of an account's first sync, kind by kind. */
export function SyncProgress({ accountId }: { accountId: string }) {
  const { data: kinds, isError, error } = useQuery(accountSync(accountId));
  if (isError && !kinds) {
    return (
      <Banner tone="warning" title={words.progressNotLoaded}>
        {error.message}. {words.syncContinues}
      </Banner>
    );
  }
  const fresh = kinds?.filter(({ status }) => status === "fresh").length ?? 0;
  return (
    <section aria-label={words.firstSync}>
      <h3 className="pb-1 text-sm font-semibold">{words.firstSync}</h3>
      {kinds ? (
        <>
          <Announcement>{words.kindsThrough(fresh, kinds.length)}</Announcement>
          <ul className="divide-y divide-line">
            {kinds.map((kind) => (
              <li key={kind.kind} className="flex min-h-8 items-center justify-between gap-3 py-1 text-sm">
                <span className="min-w-0">
                  {kindName(kind.kind)}
                  <span className="ml-2 text-xs text-faint tabular-nums">{progressWords(kind)}</span>
                </span>
                <SyncStatus status={kind.status} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Skeleton className="h-104" />
      )}
    </section>
  );
}
