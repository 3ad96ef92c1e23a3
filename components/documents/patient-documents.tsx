"use client";

import { useRouter } from "next/navigation";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { documentList } from "#lib/browser/api/documents";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { DocumentsTable } from "./documents-table.tsx";

/** One patient's documents on the patient's page; each opens on the documents page. */
export function PatientDocuments({ mrn }: { mrn: string }) {
  const accountId = useAccountId();
  const router = useRouter();
  const { query, rows, more } = useRows(documentList(accountId, { patient_mrn: mrn }));
  const notShown = useNotShown("documents");
  const show = (document: string) =>
    router.push(`/a/${accountId}/documents?${new URLSearchParams({ patient_mrn: mrn, document })}`);
  return (
    <ListBody
      things="documents"
      query={query}
      count={rows.length}
      empty={<EmptyState title="No documents" instead={notShown} />}
    >
      <DocumentsTable documents={rows} current="" onOpen={show} onNearEnd={more} />
    </ListBody>
  );
}
