"use client";

import { CalendarSync, CircleAlert } from "lucide-react";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderModel } from "#lib/resources/providers/model";
import { FlagSwitch } from "./flag-switch.tsx";
import { useProviderFlags } from "./provider-flags.ts";
import type { ScheduleState } from "./use-schedule-syncs.ts";

interface ProviderRowProps {
  provider: ProviderModel;
  /** Why the switches are disabled; null if they are enabled. */
  refusal: string | null;
  /** State of a pending schedule sync. */
  schedule: ScheduleState | undefined;
  /** Number of columns in the table, hidden ones included. */
  columns: number;
}

/** One provider with two switches that take effect at once, state their meaning, and move back on failure. */
export function ProviderRow({ provider, refusal, schedule, columns }: ProviderRowProps) {
  const accountId = useAccountId();
  const { name, active, shown, failure, coming } = useProviderFlags(provider, schedule);
  return (
    <>
      <TableRow>
        <TableCell className="min-w-32">
          <Link href={`/a/${accountId}/providers/${provider.id}`}>{name}</Link>
          <span className="block text-xs text-faint">{provider.specialty}</span>
        </TableCell>
        <TableCell className="whitespace-nowrap text-muted @max-3xl:hidden">{provider.ehr_id}</TableCell>
        <TableCell className="whitespace-nowrap text-muted @max-5xl:hidden">{provider.npi}</TableCell>
        <TableCell>
          <FlagSwitch {...active} refusal={refusal} />
        </TableCell>
        <TableCell>
          <FlagSwitch {...shown} refusal={refusal} />
        </TableCell>
        <TableCell end className="text-muted @max-2xl:hidden">
          {provider.changed_by}
          {provider.changed_at ? (
            <span className="block text-xs text-faint">
              <RelativeTime at={provider.changed_at} />
            </span>
          ) : null}
        </TableCell>
      </TableRow>
      {failure || coming ? (
        <tr className="border-b border-line last:border-b-0">
          {/* The message spans the table, so that it does not change the columns' widths. */}
          <td colSpan={columns} className="max-w-0 px-4 pb-2 text-xs">
            {failure ? (
              <p role="alert" className="flex items-start gap-1 text-danger">
                <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
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
    </>
  );
}
