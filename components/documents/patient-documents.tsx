"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { StartButton } from "#components/forms/start-button";
import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { documentList } from "#lib/browser/api/documents";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { DocumentsTable, useDocumentsTable } from "./documents-table.tsx";
import { DOCUMENTS } from "./filters.ts";
import { words } from "./words.ts";

/** One patient's documents on the patient's page; each opens on the documents page. */
export function PatientDocuments({ mrn }: { mrn: string }) {
  const notShown = useNotShown("documents");
  const accountId = useAccountId();
  const router = useRouter();
  const show = useCallback(
    (document: string) =>
      router.push(`/a/${accountId}/documents?${new URLSearchParams({ patient_mrn: mrn, document })}`),
    [router, accountId, mrn],
  );
  const table = useDocumentsTable(show);
  const { query, rows, more, counted, listKey } = useRows(
    documentList(accountId, { patient_mrn: mrn, ...table.asked }),
  );
  const file = <StartButton place="documents" values={{ patient_mrn: mrn }} />;
  return (
    <>
      <TableBar table={table} things={DOCUMENTS} {...counted}>
        {file}
      </TableBar>
      <ListBody
        things="documents"
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<EmptyState title={words.noDocumentsOfPatient} instead={notShown} action={file} />}
      >
        <DocumentsTable table={table} documents={rows} current="" onNearEnd={more} />
      </ListBody>
    </>
  );
}
