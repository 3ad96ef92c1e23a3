"use client";

import { splitTarget } from "#components/forms/target-fields.ts";
import { PatientLink } from "#components/jobs/patient-link";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { formatDate } from "#components/ui/time-words";
import { useAside } from "#lib/browser/page/form-intent";
import type { OperationSummary } from "#lib/browser/session/account";
import { shownOf } from "#lib/catalog/shown";
import type { DraftModel } from "#lib/drafts/model";
import { DiscardDraft } from "./discard-draft.tsx";
import { words } from "./words.ts";

/** A draft with the operation's name and what it would write, in words. */
export interface ListedDraft {
  draft: DraftModel;
  name: string;
  gist: string;
}

/** Returns a draft as the table shows it. An operation that the account no longer has is named by its id. */
export function listedDraft(
  draft: DraftModel,
  operation: OperationSummary | undefined,
  statusName: (code: string) => string,
): ListedDraft {
  const { operation: type, fields } = draft;
  const asked = operation ? splitTarget(operation.path, fields).body : fields;
  const gist = shownOf(type)?.gist(asked, { status: statusName, day: formatDate }) ?? "";
  return { draft, name: operation?.name ?? type, gist };
}

function Actions({ draft: { id, operation }, name }: ListedDraft) {
  const { openDraft } = useAside();
  return (
    <span className="flex justify-end gap-1">
      <Button size="sm" aria-label={`${words.check}: ${name}`} onPress={() => openDraft(operation, id)}>
        {words.check}
      </Button>
      <DiscardDraft id={id} name={name} />
    </span>
  );
}

/** The columns of the table of drafts. */
export const DRAFT_COLUMNS: readonly Column<ListedDraft>[] = [
  {
    id: "draft",
    title: words.draft,
    always: true,
    grow: 2,
    className: "align-top whitespace-normal break-words",
    sort: ({ name }) => name,
    cell: ({ draft, name, gist }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="block first-letter:uppercase">{gist}</span>
        <span className="block @2xl:hidden">
          <PatientLink of={draft} />
        </span>
        <span className="block text-xs text-faint @4xl:hidden">
          {draft.drafted_by}, <RelativeTime at={draft.created_at} />
        </span>
      </>
    ),
  },
  {
    id: "patient",
    title: words.patient,
    hideBelow: "2xl",
    grow: 1,
    className: "align-top",
    sort: ({ draft }) => draft.patient_name ?? draft.patient_mrn ?? "",
    cell: ({ draft }) => <PatientLink of={draft} />,
  },
  {
    id: "drafted_by",
    title: words.draftedBy,
    hideBelow: "4xl",
    grow: 1,
    className: "align-top",
    sort: ({ draft }) => draft.drafted_by,
    cell: ({ draft }) => (
      <span className="text-muted" title={draft.drafted_by}>
        {draft.drafted_by}
      </span>
    ),
  },
  {
    id: "created_at",
    title: words.drafted,
    end: true,
    hideBelow: "4xl",
    className: "align-top",
    sort: ({ draft }) => draft.created_at,
    cell: ({ draft }) => (
      <span className="text-muted">
        <RelativeTime at={draft.created_at} />
      </span>
    ),
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    className: "align-top",
    cell: (listed) => <Actions {...listed} />,
  },
];
