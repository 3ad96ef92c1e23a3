"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { useMemo } from "react";
import { useStatusName } from "#components/jobs/use-status-name";
import { ListPage } from "#components/list-page/list-page";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { draftCount, waitingDrafts } from "#lib/browser/api/drafts";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useOperations } from "#lib/browser/session/account";
import { DRAFT_COLUMNS, type ListedDraft, listedDraft } from "./drafts-columns.tsx";
import { DRAFTS, words } from "./words.ts";

const keyOf = ({ draft }: ListedDraft) => draft.id;

/** Lists what assistants have drafted and nobody has sent, oldest first. */
export function DraftsPage() {
  const accountId = useAccountId();
  const counted = useQuery(draftCount(accountId));
  const query = useQuery(waitingDrafts(accountId, counted.data));
  const statusName = useStatusName();
  const operations = useOperations();
  const { draftId } = useAside();
  const table = useTable("drafts", DRAFT_COLUMNS);
  const drafts = useMemo(
    () =>
      query.data?.map((draft) =>
        listedDraft(
          draft,
          operations.find(({ id }) => id === draft.operation),
          statusName,
        ),
      ) ?? [],
    [query.data, operations, statusName],
  );
  return (
    <ListPage
      title={words.drafts}
      note={words.intro}
      things={DRAFTS}
      table={table}
      query={counted.data ? query : counted}
      listKey="drafts"
      counted={{ loaded: query.data ? drafts.length : null, hasMore: false }}
      empty={
        <EmptyState icon={<FilePen aria-hidden="true" />} title={words.none}>
          {words.noneHint}
        </EmptyState>
      }
    >
      <DataTable label={words.drafts} table={table} rows={drafts} keyOf={keyOf} current={draftId} isUneven />
    </ListPage>
  );
}
