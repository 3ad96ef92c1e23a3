"use client";

import { KeyValueList } from "#components/ui/key-value-list";
import { formatAsOf } from "#components/ui/time-words";
import { claimList } from "#lib/browser/api/claims";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useIsGranted } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { formatMoney } from "#lib/kernel/money";
import { PostedSince } from "./posted-since.tsx";
import { words } from "./posted-words.ts";

/** Shows after a payment what was open on the patient's claims at the last sync, and what was paid here since. */
export function BalanceResult({ request }: { request: Record<string, unknown> }) {
  const { id: accountId, synced_at: syncedAt, timezone } = useAccount();
  const mrn = typeof request.patient_mrn === "string" ? request.patient_mrn : "";
  const mayRead = useIsGranted("claims:read");
  const notShown = useNotShown("claims");
  return mayRead && !notShown && mrn !== "" && syncedAt !== null ? (
    <Balance {...{ accountId, mrn, syncedAt, timezone }} />
  ) : null;
}

interface BalanceProps {
  accountId: string;
  mrn: string;
  syncedAt: string;
  timezone: string;
}

function Balance({ accountId, mrn, syncedAt, timezone }: BalanceProps) {
  const { totals } = useRows(claimList(accountId, { patient_mrn: mrn }));
  if (totals.balance === undefined) return null;
  const value = (
    <>
      <span className="tabular-nums">{formatMoney(totals.balance)}</span>{" "}
      <span className="text-muted">{words.onClaims(formatAsOf(syncedAt, timezone))}</span>
      <span className="block">
        <PostedSince mrn={mrn} since={syncedAt} />
      </span>
    </>
  );
  return <KeyValueList items={[{ name: "balance", label: words.openBalance, value }]} />;
}
