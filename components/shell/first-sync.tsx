"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Banner } from "#components/ui/banner";
import { accountSync } from "#lib/browser/api/account-sync";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { useAccount } from "#lib/browser/session/account";
import type { SyncKind } from "#lib/emr/port/sync";
import { fieldWords } from "#lib/kernel/field-words";
import { words } from "./words.ts";

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : words.and(names.slice(0, -1).join(", "), names.at(-1) ?? "");

/** Reads lists again when the records of their kind have become whole. */
function useFilledLists(accountId: string, lacking: readonly SyncKind[]) {
  const client = useQueryClient();
  const before = useRef(lacking);
  useEffect(() => {
    const filled = before.current.filter((kind) => !lacking.includes(kind));
    before.current = lacking;
    for (const kind of filled) void client.invalidateQueries({ queryKey: [kind, accountId] });
    if (filled.length > 0) void client.invalidateQueries({ queryKey: linkedAccountKey(accountId) });
  }, [client, accountId, lacking]);
}

/** Says above a page which kinds of records the account's first sync has not brought completely. */
export function FirstSync() {
  const account = useAccount();
  const { data: kinds = [] } = useQuery(accountSync(account.id));
  const lacking = kinds.filter(({ synced_at }) => synced_at === null);
  useFilledLists(
    account.id,
    lacking.map(({ kind }) => kind),
  );
  if (lacking.length === 0) return null;
  const names = joined(lacking.map(({ kind }) => fieldWords(kind).toLowerCase()));
  const isStopped = lacking.every(({ status }) => status === "degraded" || status === "held");
  return (
    <div className="px-4 pt-5 lg:px-6">
      <Banner tone="neutral" title={isStopped ? words.syncIncomplete : words.syncInProgress}>
        {words.notWhole(names)}
      </Banner>
    </div>
  );
}
