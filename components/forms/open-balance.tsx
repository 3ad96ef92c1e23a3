"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button";
import { formatAsOf } from "#components/ui/time-words";
import { patientClaims } from "#lib/browser/api/claims";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccount, useIsGranted } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import { openBalance } from "#lib/resources/claims/open-balance";
import { words } from "./words.ts";

/**
 * Offers the amount that is open on the chosen patient's synchronized claims. It is never filled in by itself: the EMR may
 * hold more than the last sync has read.
 */
export function OpenBalance({ onChoose }: { onChoose: (amount: number) => void }) {
  const { id: accountId, timezone, synced_at } = useAccount();
  const mayRead = useIsGranted("claims:read");
  const given: unknown = useWatch({ name: "patient_mrn" });
  const mrn = useSettled(typeof given === "string" ? given : "");
  const enabled = mayRead && mrn !== "";
  const { data: claims } = useQuery({ ...patientClaims(accountId, mrn), enabled });
  const { data: state } = useQuery({ ...linkedAccountState(accountId), enabled: false });
  const syncedAt = state?.synced_at ?? synced_at;
  if (!enabled || !claims || claims.length === 0 || !syncedAt) return null;
  const open = openBalance(claims);
  const origin = words.openOnClaims(formatAsOf(syncedAt, timezone));
  if (open <= 0)
    return (
      <p className="mt-1.5 text-xs text-faint">
        {words.nothing} {origin}
      </p>
    );
  return (
    <Button
      size="sm"
      aria-label={`${words.enter} ${formatMoney(open)} ${origin}`}
      onPress={() => onChoose(open)}
      className="mt-1.5 max-w-full rounded-full"
    >
      <span className="truncate">
        <span className="font-medium tabular-nums">{formatMoney(open)}</span>{" "}
        <span className="font-normal text-muted">{origin}</span>
      </span>
    </Button>
  );
}
