"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { useMemo } from "react";
import { PatientLink } from "#components/jobs/patient-link";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import { MarkedName } from "#components/ui/marked-name";
import type { RecallModel } from "#lib/resources/recalls/model";
import { AddAction } from "./add-action.tsx";
import { Due, useClinicDay } from "./due.tsx";
import { LastAction } from "./last-action.tsx";
import { words } from "./words.ts";

/** A recall's name, singular and plural. */
export const RECALLS = ["recall", "recalls"] as const;

const keyOf = ({ id }: RecallModel) => id;

/** Returns the columns of a table of recalls; one due before `today` (YYYY-MM-DD) is overdue. */
const columnsFor = (today: string, withPatient: boolean): readonly Column<RecallModel>[] => [
  {
    id: "reason",
    title: words.recall,
    grow: 2,
    always: true,
    sort: "server",
    className: "h-14",
    cell: (recall) => (
      <>
        <MarkedName reason={recall.set_aside}>
          <span className="block truncate font-medium" title={recall.reason}>
            {recall.reason}
          </span>
        </MarkedName>
        {withPatient ? (
          <span className="hidden truncate @max-4xl:block">
            <PatientLink of={recall} />
          </span>
        ) : null}
        <span className="hidden truncate text-muted @max-xl:block">
          <Due recall={recall} today={today} />
        </span>
        <span className="hidden truncate text-xs leading-5 text-muted @max-5xl:block">
          {recall.actions.length > 0 ? <LastAction recall={recall} /> : words.noActionYet}
        </span>
      </>
    ),
  },
  ...(withPatient
    ? [
        {
          id: "patient",
          title: words.patient,
          grow: 3,
          hideBelow: "4xl",
          cell: (recall: RecallModel) => <PatientLink of={recall} />,
        } as const,
      ]
    : []),
  {
    id: "due_date",
    title: words.due,
    hideBelow: "xl",
    sort: "server",
    cell: (recall) => (
      <span className="text-muted">
        <Due recall={recall} today={today} isInColumn />
      </span>
    ),
  },
  {
    id: "status",
    title: words.status,
    hideBelow: "md",
    sort: "server",
    cell: ({ status }) =>
      status === "open" ? (
        <Badge tone="info" icon={<CircleDashed aria-hidden="true" />}>
          {words.open}
        </Badge>
      ) : (
        <Badge icon={<CircleCheck aria-hidden="true" />}>{words.closed}</Badge>
      ),
  },
  {
    id: "last_action",
    title: words.lastAction,
    grow: 2,
    hideBelow: "5xl",
    cell: (recall) =>
      recall.actions.length > 0 ? (
        <span className="text-muted">
          <LastAction recall={recall} />
        </span>
      ) : (
        <span className="text-faint">{words.noneYet}</span>
      ),
  },
  { id: "action", title: words.action, end: true, always: true, cell: (recall) => <AddAction recall={recall} /> },
];

/** Returns the state of a table of recalls; `withPatient` shows the patient of each. */
export function useRecallsTable(withPatient: boolean): TableState<RecallModel> {
  const today = useClinicDay();
  return useTable(
    "recalls",
    useMemo(() => columnsFor(today, withPatient), [today, withPatient]),
  );
}

interface RecallsTableProps {
  table: TableState<RecallModel>;
  recalls: readonly RecallModel[];
  onNearEnd?: (() => void) | undefined;
}

/** A table of recalls by due date, each with a button to add an action. */
export function RecallsTable({ table, recalls, onNearEnd }: RecallsTableProps) {
  return <DataTable label={words.recalls} table={table} rows={recalls} keyOf={keyOf} onNearEnd={onNearEnd} />;
}
