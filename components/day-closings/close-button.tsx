"use client";

import { useQueryClient } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { formatDate } from "#components/ui/time-words";
import { closeDay, dayNow } from "#lib/browser/api/day-closings";
import { useAccountId, useIsGranted } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import { words } from "./words.ts";

interface CloseButtonProps {
  date: string;
  locationId: string;
  /** The location's name. */
  place: string;
  primary: boolean;
}

/** Closes a day at a location once the person has seen what it comes to; nothing for those who may not. */
export function CloseButton({ date, locationId, place, primary }: CloseButtonProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayClose = useIsGranted("day-closings:create");
  const [asked, setAsked] = useState<{ effect: string; key: string } | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState(false);
  if (!mayClose) return null;
  const ask = async () => {
    setReading(true);
    // As the day is now, of this location alone.
    const day = await client.fetchQuery({ ...dayNow(accountId, date, locationId), staleTime: 0 }).catch(() => null);
    setReading(false);
    setProblem(day === null);
    if (!day) return;
    const { totals, failed, waiting } = day;
    const effect = words.closeEffect(totals.count, formatMoney(totals.amount));
    setAsked({
      effect: [effect, words.openEffect(failed.count, waiting.count)].filter(Boolean).join(" "),
      key: crypto.randomUUID(),
    });
  };
  const leave = () => {
    setAsked(null);
    // Closed by now, also if another was faster.
    void client.invalidateQueries({ queryKey: ["payments", accountId] });
  };
  return (
    <>
      <Button
        variant={primary ? "primary" : "secondary"}
        size={primary ? "md" : "sm"}
        icon={<LockKeyhole aria-hidden="true" />}
        pending={isReading}
        aria-label={primary ? words.closeAction : words.closePlace(place)}
        onPress={() => void ask()}
      >
        {primary ? words.closeAction : words.close}
      </Button>
      {problem ? (
        <span role="alert" className="text-sm text-danger">
          {words.notLoaded}
        </span>
      ) : null}
      {asked ? (
        <Confirm
          title={words.closeTitle(place, formatDate(date))}
          action={words.closeAction}
          onConfirm={() => closeDay(accountId, date, locationId, asked.key)}
          onDone={leave}
          onClose={leave}
        >
          {asked.effect}
        </Confirm>
      ) : null}
    </>
  );
}
