"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import type { SyncKind } from "#lib/emr/port/sync";
import { numberLocale } from "#lib/kernel/shown-locale";
import { SyncStatus } from "./sync-status.tsx";
import { kindName, progressWords } from "./sync-words.ts";

const SetAsideDialog = dynamic(() => import("./set-aside-dialog.tsx").then((module) => module.SetAsideDialog), {
  ssr: false,
});

const COLUMNS = [
  { title: "Records" },
  { title: "State" },
  { title: "Read", end: true, className: "@max-lg:hidden" },
  { title: "Pages", end: true, className: "@max-2xl:hidden" },
  { title: "Set aside", end: true, className: "@max-lg:hidden" },
  { title: "Synced", end: true, className: "@max-md:hidden" },
];

type NotShownKind = LinkedAccountModel["unsupported_kinds"][number];

interface KindProps {
  kind: SyncKindModel;
  onSetAside: (kind: SyncKind) => void;
}

function SetAsideCount({ kind, onSetAside }: KindProps) {
  if (kind.set_aside === 0) return <span className="text-faint">0</span>;
  const count = kind.set_aside.toLocaleString(numberLocale());
  return (
    <Button
      variant="link"
      aria-label={`${count} set aside: ${kindName(kind.kind)}`}
      onPress={() => onSetAside(kind.kind)}
    >
      {count}
    </Button>
  );
}

function KindRow({ kind, onSetAside }: KindProps) {
  return (
    <TableRow>
      <TableCell className="min-w-28">
        {kindName(kind.kind)}
        <span className="block text-xs text-muted @lg:hidden">
          {progressWords(kind)}
          {kind.set_aside > 0 ? (
            <span className="block">
              <SetAsideCount kind={kind} onSetAside={onSetAside} /> set aside
            </span>
          ) : null}
        </span>
      </TableCell>
      <TableCell>
        <SyncStatus status={kind.status} />
        {kind.reason ? <span className="block max-w-96 text-xs break-words text-muted">{kind.reason}</span> : null}
      </TableCell>
      <TableCell end className="text-muted @max-lg:hidden">
        {progressWords(kind)}
      </TableCell>
      <TableCell end className="text-muted @max-2xl:hidden">
        {kind.pages.toLocaleString(numberLocale())}
      </TableCell>
      <TableCell end className="@max-lg:hidden">
        <SetAsideCount kind={kind} onSetAside={onSetAside} />
      </TableCell>
      <TableCell end className="text-muted @max-md:hidden">
        {kind.synced_at ? <RelativeTime at={kind.synced_at} /> : "not yet"}
      </TableCell>
    </TableRow>
  );
}

/** Shows a kind of record that the EMR does not show, with the reason. */
function NotShownRow({ kind, reason }: NotShownKind) {
  return (
    <TableRow>
      <TableCell className="min-w-28 text-muted">{kindName(kind)}</TableCell>
      <TableCell>
        <SyncStatus status="not_shown" />
        {reason ? <span className="block max-w-96 text-xs break-words text-muted">{reason}</span> : null}
      </TableCell>
      {COLUMNS.slice(2).map(({ title, className }) => (
        <TableCell key={title} {...(className && { className })} />
      ))}
    </TableRow>
  );
}

interface SyncTableProps {
  kinds: readonly SyncKindModel[];
  /** The kinds of records that the EMR does not show. */
  notShown: readonly NotShownKind[];
}

/** Lists the kinds of records with the state of their sync, then those that the EMR does not show. */
export function SyncTable({ kinds, notShown }: SyncTableProps) {
  const [shown, setShown] = useState<SyncKind | null>(null);
  return (
    <>
      <Table label="Sync">
        <TableHead columns={COLUMNS} />
        <tbody>
          {kinds.map((kind) => (
            <KindRow key={kind.kind} kind={kind} onSetAside={setShown} />
          ))}
          {notShown.map((each) => (
            <NotShownRow key={each.kind} {...each} />
          ))}
        </tbody>
      </Table>
      {shown ? <SetAsideDialog kind={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
