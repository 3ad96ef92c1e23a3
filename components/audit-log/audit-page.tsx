"use client";

import { ScrollText } from "lucide-react";
import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { ListBody } from "#components/ui/list-body";
import { auditLog, wholeAuditLog } from "#lib/browser/api/audit-log";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { AuditFilterBar } from "./audit-filters.tsx";
import { AuditTable, useAuditTable } from "./audit-table.tsx";
import { AUDIT_FILTERS, auditQuery } from "./filters.ts";

const ENTRIES = ["entry", "entries"] as const;

/** The page of the organization's audit log: who read or changed which record, when, and from which address. */
export function AuditPage() {
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(AUDIT_FILTERS);
  const asked = auditQuery(filters, account.timezone);
  const { query, rows, more, counted } = useRows(auditLog(account.id, asked));
  const table = useAuditTable();
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <div>
          <h1 className="text-xl font-semibold">Audit</h1>
          <p className="text-sm text-faint">
            Of every linked account of {account.organization_name}. Entries are added and never changed.
          </p>
        </div>
      </div>
      <AuditFilterBar filters={filters} filtered={filtered} rows={rows} onChange={change} onClear={clear} />
      <div className="flex flex-col gap-2">
        <TableBar table={table} things={ENTRIES} {...counted}>
          <ExportCsv
            fileName={`audit log ${new Date().toISOString().slice(0, 10)}.csv`}
            read={async (onProgress) => ({
              rows: await wholeAuditLog(account.id, asked, onProgress),
              columns: (await import("./export.ts")).AUDIT_COLUMNS,
            })}
          />
        </TableBar>
        <ListBody
          things="audit entries"
          query={query}
          count={rows.length}
          onClear={filtered ? clear : undefined}
          empty={
            <EmptyState icon={<ScrollText aria-hidden="true" />} title="Nothing yet">
              Reads and changes by people and integrations appear here within a second.
            </EmptyState>
          }
        >
          <AuditTable table={table} entries={rows} onNearEnd={more} />
        </ListBody>
      </div>
    </div>
  );
}
