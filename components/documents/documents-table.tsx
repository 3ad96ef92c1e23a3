"use client";

import { sizeWords, typeWords } from "#components/documents/viewer/shown-as";
import { PatientName } from "#components/jobs/patient-name";
import { LongTable } from "#components/ui/long-table";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import type { DocumentModel } from "#lib/resources/documents/model";

const COLUMNS = [
  { title: "File" },
  { title: "Patient", className: "@max-2xl:hidden" },
  { title: "Type", className: "@max-4xl:hidden" },
  { title: "Size", end: true, className: "@max-4xl:hidden" },
  { title: "Added", end: true, className: "@max-md:hidden" },
];

interface DocumentsTableProps {
  documents: readonly DocumentModel[];
  /** The id of the one that lies open; "" for none. */
  current: string;
  onOpen: (id: string) => void;
  onNearEnd?: (() => void) | undefined;
}

/** Documents, one to a row, each of which can be opened. */
export function DocumentsTable({ documents, current, onOpen, onNearEnd }: DocumentsTableProps) {
  return (
    <LongTable label="Documents" columns={COLUMNS} rows={documents} onNearEnd={onNearEnd}>
      {(document, rowIndex) => (
        <TableRow key={document.id} rowIndex={rowIndex} isCurrent={document.id === current}>
          <TableCell className="w-full max-w-0 min-w-32 truncate">
            <button
              type="button"
              dir="auto"
              onClick={() => onOpen(document.id)}
              title={document.file_name}
              className="max-w-full truncate rounded-sm text-left align-middle font-medium text-fg after:absolute after:inset-0 after:content-['']"
            >
              {document.file_name}
            </button>
            <span className="hidden truncate text-muted @max-2xl:block">
              {document.patient_mrn ? <PatientName of={document} /> : "\u00a0"}
            </span>
          </TableCell>
          <TableCell className="max-w-64 truncate text-muted @max-2xl:hidden">
            <PatientName of={document} />
          </TableCell>
          <TableCell className="max-w-40 truncate text-muted @max-4xl:hidden">
            {typeWords(document.mime_type)}
          </TableCell>
          <TableCell end className="text-muted @max-4xl:hidden">
            {sizeWords(document.size)}
          </TableCell>
          <TableCell end className="text-muted @max-md:hidden">
            <RelativeTime at={document.created_at} />
          </TableCell>
        </TableRow>
      )}
    </LongTable>
  );
}
