"use client";

import { FileText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useCallback } from "react";
import { PatientName } from "#components/jobs/patient-name";
import { ListParts } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { Link } from "#components/ui/link";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { allDocuments, documentList } from "#lib/browser/api/documents";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import type { DocumentModel } from "#lib/resources/documents/model";
import { DocumentsFilterBar } from "./documents-filters.tsx";
import { DocumentsTable, useDocumentsTable } from "./documents-table.tsx";
import { DOCUMENT_FILTERS, DOCUMENTS, documentQuery } from "./filters.ts";
import { words } from "./words.ts";

const DocumentViewer = dynamic(
  () => import("#components/documents/viewer/document-viewer").then((module) => module.DocumentViewer),
  { ssr: false },
);

/** Shows a document's patient and referral. */
function About({ document }: { document: DocumentModel }) {
  const accountId = useAccountId();
  const { patient_mrn, referral_id } = document;
  return (
    <>
      {patient_mrn ? (
        <Link href={`/a/${accountId}/patients/${encodeURIComponent(patient_mrn)}`}>
          <PatientName of={document} />
        </Link>
      ) : null}
      {referral_id ? (
        <Link href={`/a/${accountId}/referrals/${referral_id}?document=${document.id}`}>{words.referral}</Link>
      ) : null}
      <SetAsideMark reason={document.set_aside} />
    </>
  );
}

/**
 * The page of the account's documents with filters. An open document is beside the list, or replaces it on narrow
 * screens.
 */
export function DocumentsPage({ patientFilter }: { patientFilter: ReactNode }) {
  const notShown = useNotShown("documents");
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(DOCUMENT_FILTERS);
  const [open, setOpen] = useQueryState("document", parseAsString.withDefault("").withOptions({ history: "push" }));
  const show = useCallback((id: string) => void setOpen(id), [setOpen]);
  const table = useDocumentsTable(show);
  const asked = { ...documentQuery(filters, account.timezone), ...table.asked };
  const { query, rows, more, counted, listKey } = useRows(documentList(account.id, asked));
  const opened = rows.find(({ id }) => id === open);
  return (
    <div className="@container px-4 py-5 lg:px-6">
      <div
        className={
          open
            ? "grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(16rem,2fr)_minmax(0,3fr)]"
            : undefined
        }
      >
        <div className={`flex min-w-0 flex-col gap-4 ${open ? "@max-4xl:hidden" : ""}`}>
          <ListParts
            title={words.documents}
            filterBar={
              <DocumentsFilterBar
                filters={filters}
                filtered={filtered}
                rows={rows}
                patientFilter={patientFilter}
                onChange={change}
                onClear={clear}
              />
            }
            views={viewsOf("documents", { filters, change }, table)}
            things={DOCUMENTS}
            table={table}
            query={query}
            listKey={listKey}
            counted={counted}
            exported={
              <ExportCsv
                fileName="documents.csv"
                read={async (onProgress) => ({
                  rows: await allDocuments(account.id, asked, onProgress),
                  columns: (await import("./documents-export.ts")).DOCUMENT_COLUMNS,
                })}
              />
            }
            onClear={filtered && !notShown ? clear : undefined}
            empty={
              <EmptyState icon={<FileText aria-hidden="true" />} title={words.noDocuments} instead={notShown}>
                {words.noDocumentsHint}
              </EmptyState>
            }
          >
            <DocumentsTable table={table} documents={rows} current={open} onNearEnd={more} />
          </ListParts>
        </div>
        {open ? (
          <div className="sticky top-[calc(var(--topbar)+1.25rem)] h-[calc(100dvh-var(--topbar)-2.5rem)] min-h-96">
            <DocumentViewer
              key={open}
              documentId={open}
              onClose={() => void setOpen(null)}
              about={opened ? <About document={opened} /> : null}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
