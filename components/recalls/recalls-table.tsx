"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import { Link } from "#components/ui/link";
import { LongTable } from "#components/ui/long-table";
import { TableCell, TableRow } from "#components/ui/table";
import { useAccountId } from "#lib/browser/session/account";
import type { RecallModel } from "#lib/resources/recalls/model";
import { AddAction } from "./add-action.tsx";
import { Due, useClinicDay } from "./due.tsx";
import { LastAction } from "./last-action.tsx";

const COLUMNS = [
  { title: "Recall" },
  { title: "Due", className: "@max-xl:hidden" },
  { title: "Status", className: "@max-md:hidden" },
  { title: "Last action", className: "@max-3xl:hidden" },
  { title: "Action", end: true },
];

interface RecallsTableProps {
  recalls: readonly RecallModel[];
  /** Names the patient of each: where more than one patient's are listed. */
  withPatient: boolean;
  onNearEnd?: (() => void) | undefined;
}

/** Recalls, what is due first at the top, each with the way to note what was done about it. */
export function RecallsTable({ recalls, withPatient, onNearEnd }: RecallsTableProps) {
  const accountId = useAccountId();
  const today = useClinicDay();
  return (
    <LongTable label="Recalls" columns={COLUMNS} rows={recalls} onNearEnd={onNearEnd}>
      {(recall, rowIndex) => (
        <TableRow key={recall.id} rowIndex={rowIndex}>
          <TableCell className="h-14 w-full max-w-0 min-w-32">
            <span className="block truncate font-medium" title={recall.reason}>
              {recall.reason}
            </span>
            <span className="block truncate text-muted">
              {withPatient ? (
                <Link href={`/a/${accountId}/patients/${encodeURIComponent(recall.patient_mrn)}?tab=recalls`}>
                  <PatientName of={recall} />
                </Link>
              ) : null}
            </span>
            <span className="hidden truncate text-muted @max-xl:block">
              <Due recall={recall} today={today} />
            </span>
            <span className="hidden truncate text-xs leading-5 text-muted @max-3xl:block">
              {recall.actions.length > 0 ? <LastAction recall={recall} /> : "No action yet"}
            </span>
          </TableCell>
          <TableCell className="text-muted @max-xl:hidden">
            <Due recall={recall} today={today} />
          </TableCell>
          <TableCell className="@max-md:hidden">
            {recall.status === "open" ? (
              <Badge tone="info" icon={<CircleDashed aria-hidden="true" />}>
                Open
              </Badge>
            ) : (
              <Badge icon={<CircleCheck aria-hidden="true" />}>Closed</Badge>
            )}
          </TableCell>
          <TableCell className="max-w-64 truncate text-muted @max-3xl:hidden">
            {recall.actions.length > 0 ? <LastAction recall={recall} /> : <span className="text-faint">None yet</span>}
          </TableCell>
          <TableCell end>
            <AddAction recall={recall} />
          </TableCell>
        </TableRow>
      )}
    </LongTable>
  );
}
