"use client";

import { CalendarSync } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { ErrorMark } from "#components/ui/error-line";
import type { ProviderModel } from "#lib/resources/providers/model";
import { FlagSwitch } from "./flag-switch.tsx";
import { useProviderFlags } from "./provider-flags.ts";
import type { ScheduleState } from "./use-schedule-syncs.ts";

/** A provider as the table lists it. */
export interface ListedProvider {
  provider: ProviderModel;
  /** State of a pending schedule sync. */
  schedule: ScheduleState | undefined;
  /** Why the switches are disabled; null if they are enabled. */
  refusal: string | null;
}

type Flags = ReturnType<typeof useProviderFlags>;

const FlagsContext = createContext<Flags | null>(null);

interface ProviderAroundProps {
  row: ListedProvider;
  /** Number of columns in the table. */
  columns: number;
  children: ReactNode;
}

/** Shares the state of a provider's switches among the cells of the row, and shows a failure or a sync below it. */
export function ProviderAround({ row: { provider, schedule }, columns, children }: ProviderAroundProps) {
  const flags = useProviderFlags(provider, schedule);
  const { failure, coming } = flags;
  return (
    <FlagsContext value={flags}>
      {children}
      {failure || coming ? (
        <tr className="border-b border-line last:border-b-0">
          {/* The message spans the table, so that it does not change the columns' widths. */}
          <td colSpan={columns} className="max-w-0 px-4 pb-2 text-xs">
            {failure ? (
              <p role="alert" className="flex items-start gap-1 text-danger">
                <ErrorMark />
                <span className="min-w-0 break-words">{failure}</span>
              </p>
            ) : (
              <p role="status" className="flex items-start gap-1 text-muted">
                <CalendarSync aria-hidden="true" className="mt-px size-3.5 shrink-0 text-faint" />
                <span className="min-w-0">{coming}</span>
              </p>
            )}
          </td>
        </tr>
      ) : null}
    </FlagsContext>
  );
}

/** One of the two switches of the row's provider, which act at once and move back on failure. */
export function RowSwitch({ which, refusal }: { which: "active" | "shown"; refusal: string | null }) {
  const flags = useContext(FlagsContext);
  return flags ? <FlagSwitch {...flags[which]} refusal={refusal} /> : null;
}
