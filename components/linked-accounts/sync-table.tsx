"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
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
  { title: "Read", className: "@max-lg:hidden" },
  { title: "Pages", end: true, className: "@max-2xl:hidden" },
  { title: "Set aside", end: true, className: "@max-lg:hidden" },
  { title: "Synced", end: true, className: "@max-md:hidden" },
];

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
      <TableCell className="text-muted @max-lg:hidden">{progressWords(kind)}</TableCell>
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

/** Lists the kinds of records with the state of their sync. */
export function SyncTable({ kinds }: { kinds: readonly SyncKindModel[] }) {
  const [shown, setShown] = useState<SyncKind | null>(null);
  return (
    <>
      <Table label="Sync">
        <TableHead columns={COLUMNS} />
        <tbody>
          {kinds.map((kind) => (
            <KindRow key={kind.kind} kind={kind} onSetAside={setShown} />
          ))}
        </tbody>
      </Table>
      {shown ? <SetAsideDialog kind={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
