"use client";

import { ArrowRight } from "lucide-react";
import { useRef } from "react";
import { useStatusName } from "#components/jobs/use-status-name";
import { Button } from "#components/ui/button";
import { ErrorState } from "#components/ui/error-state";
import { RelativeTime } from "#components/ui/relative-time";
import { Skeleton } from "#components/ui/skeleton";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { type ChangesOf, type PastChange, pastChanges } from "#lib/browser/api/changes";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { type ChangeLine, changeLines, recordWords } from "./change-lines.ts";
import { words } from "./words.ts";

/** Whose a change was; a job of ours is a link to it. */
function MadeBy({ change: { made_by: by, job_id: job } }: { change: PastChange }) {
  const { openJob } = useAside();
  if (by === "emr") return words.inEmr;
  if (job === null) return words.byPerson;
  return (
    <>
      {words.by}{" "}
      <Button variant="link" onPress={() => openJob(job)}>
        {words.job(job)}
      </Button>
    </>
  );
}

const Value = ({ of }: { of: string | null }) =>
  of === null ? <span className="text-faint italic">{words.empty}</span> : of;

function Line({ line: { label, before, after } }: { line: ChangeLine }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 py-0.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="min-w-0 text-sm break-words text-faint">{label}</dt>
      <dd className="text-sm break-words whitespace-pre-wrap">
        <span className="sr-only">{words.from} </span>
        <span className="text-muted">
          <Value of={before} />
        </span>
        <ArrowRight aria-hidden="true" className="mx-1.5 inline-block size-3.5 align-[-0.125em] text-faint" />
        <span className="sr-only"> {words.to} </span>
        <Value of={after} />
      </dd>
    </div>
  );
}

interface EntryProps {
  change: PastChange;
  /** Says which record changed, where there are several. */
  named: boolean;
}

function Entry({ change, named }: EntryProps) {
  const { timezone } = useAccount();
  const lines = changeLines(change, { timeZone: timezone, statusName: useStatusName() });
  return (
    <li className="py-2">
      {named ? <p className="text-sm font-medium break-words">{recordWords(change, timezone)}</p> : null}
      <p className="text-xs leading-5 text-muted">
        {words.noticed} <RelativeTime at={change.noticed_at} /> <MadeBy change={change} />
      </p>
      {change.change === "created" ? <p className="text-sm">{words.isNew}</p> : null}
      {change.change === "deleted" ? <p className="text-sm">{words.isGone}</p> : null}
      {change.change === "updated" && lines.length === 0 ? <p className="text-sm">{words.otherParts}</p> : null}
      <dl>
        {lines.map((line) => (
          <Line key={line.field} line={line} />
        ))}
      </dl>
    </li>
  );
}

const keyOf = ({ id, noticed_at, updated_fields }: PastChange) => `${id} ${noticed_at} ${updated_fields}`;

/** Lists what has changed of a record, or of a patient's records, newest first: what was there, what is, and by whom. */
export function PastChanges({ of }: { of: ChangesOf }) {
  const { id: accountId } = useAccount();
  const { query, rows, more } = useRows(pastChanges(accountId, of));
  const list = useRef<HTMLDivElement>(null);
  const held = useHeldRows(rows, { list, keyOf, part: "", all: rows });
  if (query.isPending)
    return (
      <div role="status" aria-label={words.loading}>
        <Skeleton className="h-16 w-full" />
      </div>
    );
  if (query.isError && rows.length === 0)
    return (
      <ErrorState title={words.notLoaded} onRetry={() => void query.refetch()}>
        {query.error.message}.
      </ErrorState>
    );
  return (
    <div ref={list} data-held-list="">
      {held.newer}
      {rows.length === 0 ? <p className="py-1.5 text-sm text-muted">{words.none}</p> : null}
      <ul className="divide-y divide-line">
        {held.rows.map((change) => (
          <Entry key={keyOf(change)} change={change} named={"patient_mrn" in of} />
        ))}
      </ul>
      {more ? (
        <Button variant="link" pending={query.isFetchingNextPage} onPress={more}>
          {words.earlier}
        </Button>
      ) : null}
    </div>
  );
}
