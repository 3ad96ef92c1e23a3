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
  /** Why the switches can't be used; null where they can. */
  refusal: string | null;
  /** How a schedule that is still to come stands. */
  schedule: ScheduleState | undefined;
  /** Of the whole table, hidden ones too. */
  columns: number;
}

/** One provider with two switches that act at once, say what they do, and move back where that fails. */
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
          {/* As wide as the table, whatever it says: it must not move the columns. */}
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
