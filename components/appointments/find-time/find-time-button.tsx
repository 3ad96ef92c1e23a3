"use client";

import { CalendarSearch } from "lucide-react";
import { Button } from "#components/ui/button";
import { useFindTime } from "#lib/browser/page/find-time";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import { words } from "./words.ts";

/** Opens the search for a time; nothing where no visit can be booked. */
export function FindTimeButton() {
  const account = useAccount();
  const booking = useOperationAt("open-slot");
  const { open } = useFindTime();
  const isEmbedded = useUserId() === undefined;
  if (isEmbedded || !booking || !canStart(account, booking)) return null;
  return (
    <Button icon={<CalendarSearch />} onPress={() => open("any")}>
      {words.findTime}
    </Button>
  );
}
