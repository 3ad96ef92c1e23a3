"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "#components/ui/badge";
import { Link } from "#components/ui/link";
import { LongTable } from "#components/ui/long-table";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate, formatExact, formatTime } from "#components/ui/time-words";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { openApi } from "#lib/browser/api/openapi";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { detailWords } from "./detail-words.ts";
import { OTHER_ACTIONS, recordKind, summariesOf } from "./route-words.ts";

const COLUMNS = [
  { title: "When" },
  { title: "Who" },
  { title: "Action", className: "@max-md:hidden" },
  { title: "Record", className: "@max-3xl:hidden" },
  { title: "Patient", className: "@max-2xl:hidden" },
  { title: "From", end: true, className: "@max-4xl:hidden" },
];

const KINDS = { api_client: "API client", user: "Person", embed: "Embedded view" };

/** The action in the words of the API's description, or its name while the description loads. */
function useWords(accountId: string): (entry: AuditEntryModel) => string {
  const { data } = useQuery(openApi(accountId));
  return useMemo(() => {
    const summaries = data ? summariesOf(data) : null;
    return ({ route, action }) => summaries?.get(route) ?? OTHER_ACTIONS[action] ?? action;
  }, [data]);
}

/** Returns the entry's change, if it is recorded, its permission and its route. */
const aboutOf = (entry: AuditEntryModel): string =>
  [detailWords(entry), entry.action, entry.route].filter(Boolean).join(" · ");

/** The entries of the audit log. On narrow screens the action is shown below the actor. */
export function AuditTable({
  entries,
  onNearEnd,
}: {
  entries: readonly AuditEntryModel[];
  onNearEnd: (() => void) | undefined;
}) {
  const { id: accountId, timezone } = useAccount();
  const wordsFor = useWords(accountId);
  return (
    <LongTable label="Audit log" columns={COLUMNS} rows={entries} onNearEnd={onNearEnd}>
      {(entry, rowIndex) => (
        <TableRow key={entry.id} rowIndex={rowIndex}>
          <TableCell className="text-muted">
            <time dateTime={entry.at} title={formatExact(entry.at, timezone)}>
              <span className="block">{formatDate(todayIn(timezone, new Date(entry.at)))}</span>
              <span className="block text-xs text-faint">{formatTime(entry.at, timezone)}</span>
            </time>
          </TableCell>
          <TableCell className="max-w-44">
            <span className="block truncate font-medium">{entry.actor.name}</span>
            <span className="block truncate text-xs text-faint">
              <span className="@max-md:hidden">{KINDS[entry.actor.kind]}</span>
              <span className="@md:hidden">{wordsFor(entry)}</span>
            </span>
          </TableCell>
          <TableCell className="w-full max-w-0 min-w-48 @max-md:hidden">
            <span className="flex items-center gap-2">
              <span className="truncate">{wordsFor(entry)}</span>
              {entry.status === 403 ? (
                <Badge tone="warning" icon={<Ban aria-hidden="true" />}>
                  Refused
                </Badge>
              ) : null}
            </span>
            <span className="block truncate text-xs text-faint" title={aboutOf(entry)}>
              {aboutOf(entry)}
            </span>
          </TableCell>
          <TableCell className="max-w-44 truncate text-muted @max-3xl:hidden">
            {entry.job_id === null ? (
              entry.resource === null ? null : (
                <>
                  <span className="block text-xs text-faint">{recordKind(entry.route)}</span>
                  <span className="block truncate" title={entry.resource}>
                    {entry.resource}
                  </span>
                </>
              )
            ) : entry.linked_account_id === accountId ? (
              <Link href={`/a/${accountId}/jobs/${entry.job_id}`}>Job {entry.job_id}</Link>
            ) : (
              `Job ${entry.job_id}`
            )}
          </TableCell>
          <TableCell className="max-w-32 truncate text-muted @max-2xl:hidden">{entry.patient_mrn}</TableCell>
          <TableCell end className="text-muted @max-4xl:hidden">
            {entry.address}
          </TableCell>
        </TableRow>
      )}
    </LongTable>
  );
}
