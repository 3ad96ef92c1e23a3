"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { DataTable } from "#components/ui/data-table/data-table";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { useAccount } from "#lib/browser/session/account";
import { auditColumns } from "./audit-columns.tsx";
import { useSentences } from "./use-sentences.ts";
import { words } from "./words.ts";

const EntryDrawer = dynamic(() => import("./entry-drawer.tsx").then((module) => module.EntryDrawer), { ssr: false });

const OPEN = parseAsString.withDefault("").withOptions({ history: "push" });
const keyOf = ({ id }: AuditEntryModel) => id;

/** Returns the state of the table of audit entries. */
export function useAuditTable(): TableState<AuditEntryModel> {
  const { id: accountId, timezone: timeZone } = useAccount();
  const sentenceOf = useSentences();
  const [, setOpen] = useQueryState("entry", OPEN);
  return useTable(
    "audit",
    useMemo(
      () => auditColumns({ accountId, timeZone, sentenceOf, onOpen: (id) => void setOpen(id) }),
      [accountId, timeZone, sentenceOf, setOpen],
    ),
  );
}

interface AuditTableProps {
  table: TableState<AuditEntryModel>;
  entries: readonly AuditEntryModel[];
  onNearEnd: (() => void) | undefined;
}

/** The entries of the audit log as sentences. A row opens the whole entry, and the URL keeps which one is open. */
export function AuditTable({ table, entries, onNearEnd }: AuditTableProps) {
  const [open, setOpen] = useQueryState("entry", OPEN);
  const entry = entries.find(({ id }) => id === open);
  return (
    <>
      <DataTable
        label={words.auditLog}
        table={table}
        rows={entries}
        keyOf={keyOf}
        current={open}
        onNearEnd={onNearEnd}
      />
      {entry ? <EntryDrawer key={entry.id} entry={entry} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
