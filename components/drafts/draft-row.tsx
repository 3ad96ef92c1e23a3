"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { splitTarget } from "#components/forms/target-fields.ts";
import { PatientLink } from "#components/jobs/patient-link";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { IconButton } from "#components/ui/icon-button";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import { discardDraft, draftsKey } from "#lib/browser/api/drafts";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useOperation } from "#lib/browser/session/account";
import { shownOf } from "#lib/catalog/shown";
import type { DraftModel } from "#lib/drafts/model";
import { words } from "./words.ts";

interface DraftRowProps {
  draft: DraftModel;
  statusName: (code: string) => string;
}

function Discard({ id, name }: { id: string; name: string }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={`${words.discard} ${name}`} onPress={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      {asking ? (
        <Confirm
          title={`${words.discard} this draft?`}
          action={`${words.discard} ${name}`}
          danger
          onConfirm={async () => {
            try {
              await discardDraft(accountId, id);
            } finally {
              // Someone else may have sent or discarded it first.
              await client.invalidateQueries({ queryKey: draftsKey(accountId) });
            }
          }}
          onClose={() => setAsking(false)}
        >
          {words.discardEffect}
        </Confirm>
      ) : null}
    </>
  );
}

/** Shows what an assistant has drafted, for whom, and the actions of a person. */
export function DraftRow({ draft, statusName }: DraftRowProps) {
  const { id, operation: type, fields, drafted_by: drafter, created_at: at } = draft;
  const operation = useOperation(type);
  const name = operation?.name ?? type;
  const { openDraft, draftId } = useAside();
  const asked = operation ? splitTarget(operation.path, fields).body : fields;
  const gist = shownOf(type)?.gist(asked, { status: statusName, day: formatDate }) ?? "";
  const patient = <PatientLink of={draft} />;
  return (
    <TableRow isCurrent={id === draftId}>
      <TableCell className="align-top">
        <p className="font-medium">{name}</p>
        <p className="first-letter:uppercase">{gist}</p>
        <p className="@2xl:hidden">{patient}</p>
        <p className="text-xs text-faint @4xl:hidden">
          {drafter}, <RelativeTime at={at} />
        </p>
      </TableCell>
      <TableCell className="align-top @max-2xl:hidden">{patient}</TableCell>
      <TableCell className="align-top text-muted @max-4xl:hidden">{drafter}</TableCell>
      <TableCell className="w-0 align-top whitespace-nowrap text-muted @max-4xl:hidden">
        <RelativeTime at={at} />
      </TableCell>
      <TableCell end className="w-0 align-top whitespace-nowrap">
        <span className="flex justify-end gap-1">
          <Button size="sm" aria-label={`${words.check}: ${name}`} onPress={() => openDraft(type, id)}>
            {words.check}
          </Button>
          <Discard id={id} name={name} />
        </span>
      </TableCell>
    </TableRow>
  );
}
