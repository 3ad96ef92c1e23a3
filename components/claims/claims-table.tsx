"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { DataTable } from "#components/ui/data-table/data-table";
import type { Selection } from "#components/ui/data-table/selection";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { claimsColumns } from "./claims-columns.tsx";
import { words } from "./words.ts";

const ClaimDrawer = dynamic(() => import("./claim-drawer.tsx").then((module) => module.ClaimDrawer), { ssr: false });

const OPEN = parseAsString.withDefault("").withOptions({ history: "push" });
const keyOf = (claim: ClaimRecord) => claim.emr_claim_id;

/** Returns the state of a table of claims; `withPatient` shows the patient of each. */
export function useClaimsTable(withPatient: boolean): TableState<ClaimRecord> {
  const [, setOpen] = useQueryState("claim", OPEN);
  const columns = useMemo(() => claimsColumns(withPatient, (number) => void setOpen(number)), [withPatient, setOpen]);
  return useTable("claims", columns);
}

interface ClaimsTableProps {
  table: TableState<ClaimRecord>;
  claims: readonly ClaimRecord[];
  selection?: Selection;
  onNearEnd?: (() => void) | undefined;
}

/** A table of claims. A row opens the whole claim in a drawer, and the URL keeps which one is open. */
export function ClaimsTable({ table, claims, selection, onNearEnd }: ClaimsTableProps) {
  const [open, setOpen] = useQueryState("claim", OPEN);
  return (
    <>
      <DataTable
        label={words.claims}
        table={table}
        rows={claims}
        keyOf={keyOf}
        current={open}
        onNearEnd={onNearEnd}
        selection={selection}
      />
      {open ? <ClaimDrawer key={open} number={open} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
