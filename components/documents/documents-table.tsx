"use client";

import { useMemo } from "react";
import { sizeWords, typeWords } from "#components/documents/viewer/shown-as";
import { PatientLink } from "#components/jobs/patient-link";
import { PatientName } from "#components/jobs/patient-name";
import type { Column } from "#components/ui/data-table/column.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import type { DocumentModel } from "#lib/resources/documents/model";
import { words } from "./words.ts";

const keyOf = ({ id }: DocumentModel) => id;

const columnsFor = (onOpen: (id: string) => void): readonly Column<DocumentModel>[] => [
  {
    id: "file_name",
    title: words.file,
    grow: 3,
    always: true,
    sort: "server",
    cell: (document) => (
      <>
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(document.id)}
          title={document.file_name}
          className="max-w-full truncate rounded-sm text-left align-top font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          {document.file_name}
        </button>
        <SetAsideMark reason={document.set_aside} />
        <span className="hidden truncate text-muted @max-2xl:block">
          {document.patient_mrn ? <PatientName of={document} /> : "\u00a0"}
        </span>
      </>
    ),
  },
  {
    id: "patient",
    title: words.patient,
    grow: 2,
    hideBelow: "2xl",
    cell: (document) => <PatientLink of={document} />,
  },
  {
    id: "mime_type",
    title: words.type,
    hideBelow: "4xl",
    sort: "server",
    cell: ({ mime_type }) => <span className="block max-w-40 truncate text-muted">{typeWords(mime_type)}</span>,
  },
  {
    id: "size",
    title: words.size,
    end: true,
    hideBelow: "4xl",
    sort: "server",
    cell: ({ size }) => <span className="text-muted">{sizeWords(size)}</span>,
  },
  {
    id: "created_at",
    title: words.added,
    end: true,
    hideBelow: "md",
    sort: "server",
    cell: ({ created_at }) => (
      <span className="text-muted">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
];

/** Returns the state of a table of documents; `onOpen` must be a stable function. */
export function useDocumentsTable(onOpen: (id: string) => void): TableState<DocumentModel> {
  return useTable(
    "documents",
    useMemo(() => columnsFor(onOpen), [onOpen]),
  );
}

interface DocumentsTableProps {
  table: TableState<DocumentModel>;
  documents: readonly DocumentModel[];
  /** Id of the open document; "" for none. */
  current: string;
  onNearEnd?: (() => void) | undefined;
}

/** A table of documents that can be opened. */
export function DocumentsTable({ table, documents, current, onNearEnd }: DocumentsTableProps) {
  return (
    <DataTable
      label={words.documents}
      table={table}
      rows={documents}
      keyOf={keyOf}
      current={current}
      onNearEnd={onNearEnd}
    />
  );
}
