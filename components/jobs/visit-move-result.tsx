"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyValueList } from "#components/ui/key-value-list";
import { formatDate, formatHour } from "#components/ui/time-words";
import { providers } from "#lib/browser/api/providers";
import { useAccount } from "#lib/browser/session/account";
import { words } from "./visit-move-words.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Shows when and with whom a visit was before a move, and is now. */
export function VisitMoveResult({ result }: { result: Record<string, unknown> }) {
  const { id: accountId, timezone } = useAccount();
  const { data: known } = useQuery(providers(accountId));
  const nameOf = (ehrId: string) => {
    const found = known?.find((provider) => provider.ehr_id === ehrId);
    return found ? `${found.first_name} ${found.last_name}` : ehrId;
  };
  const line = (moment: string, minutes: unknown, provider: string) =>
    words.visitAt(
      `${formatDate(moment.slice(0, 10))}, ${formatHour(moment, timezone)}`,
      Number(minutes),
      nameOf(provider),
    );
  const [before, now] = [textOf(result.previous_datetime), textOf(result.datetime)];
  return (
    <KeyValueList
      items={[
        {
          name: "before",
          label: words.before,
          value: line(before, result.previous_duration, textOf(result.previous_provider_ehr_id)),
        },
        { name: "now", label: words.now, value: line(now, result.duration, textOf(result.provider_ehr_id)) },
      ]}
    />
  );
}
