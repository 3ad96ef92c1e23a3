"use client";

import { ScrollText } from "lucide-react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { auditLog, wholeAuditLog } from "#lib/browser/api/audit-log";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { AuditFilterBar } from "./audit-filters.tsx";
import { AuditTable, useAuditTable } from "./audit-table.tsx";
import { AUDIT_FILTERS, auditQuery } from "./filters.ts";
import { ENTRIES, words } from "./words.ts";

/** The page of the organization's audit log: who read or changed which record, when, and from which address. */
export function AuditPage() {
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(AUDIT_FILTERS);
  const asked = auditQuery(filters, account.timezone);
  const { query, rows, more, counted, listKey } = useRows(auditLog(account.id, asked));
  const table = useAuditTable();
  return (
    <ListPage
      title={words.audit}
      note={words.note(account.organization_name)}
      filterBar={<AuditFilterBar filters={filters} filtered={filtered} rows={rows} onChange={change} onClear={clear} />}
      views={viewsOf("audit_log", { filters, change }, table)}
      things={ENTRIES}
      table={table}
      query={query}
      listKey={listKey}
      counted={counted}
      exported={
        <ExportCsv
          fileName={words.csvName(new Date().toISOString().slice(0, 10))}
          read={async (onProgress) => ({
            rows: await wholeAuditLog(account.id, asked, onProgress),
            columns: (await import("./export.ts")).AUDIT_COLUMNS,
          })}
        />
      }
      onClear={filtered ? clear : undefined}
      empty={
        <EmptyState icon={<ScrollText aria-hidden="true" />} title={words.nothingYet}>
          {words.nothingYetHint}
        </EmptyState>
      }
    >
      <AuditTable table={table} entries={rows} onNearEnd={more} />
    </ListPage>
  );
}
