"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { useStatusName } from "#components/jobs/use-status-name";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { Table, TableHead } from "#components/ui/table";
import { draftCount, waitingDrafts } from "#lib/browser/api/drafts";
import { useAccountId } from "#lib/browser/session/account";
import { DraftRow } from "./draft-row.tsx";
import { words } from "./words.ts";

const COLUMNS = [
  { title: words.draft },
  { title: words.patient, className: "@max-2xl:hidden" },
  { title: words.draftedBy, className: "@max-4xl:hidden" },
  { title: words.drafted, className: "@max-4xl:hidden" },
  { title: words.actions, end: true },
];

/** Lists what assistants have drafted and nobody has sent, oldest first. */
export function DraftsPage() {
  const accountId = useAccountId();
  const counted = useQuery(draftCount(accountId));
  const query = useQuery(waitingDrafts(accountId, counted.data));
  const statusName = useStatusName();
  const drafts = query.data ?? [];
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{words.drafts}</h1>
        <p className="max-w-prose text-muted">{words.intro}</p>
      </div>
      <ListBody
        things="drafts"
        query={counted.data ? query : counted}
        count={drafts.length}
        empty={
          <EmptyState icon={<FilePen aria-hidden="true" />} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        <Table label={words.drafts}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {drafts.map((draft) => (
              <DraftRow key={draft.id} draft={draft} statusName={statusName} />
            ))}
          </tbody>
        </Table>
      </ListBody>
    </div>
  );
}
