"use client";

import { ScrollText } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { auditLog } from "#lib/browser/api/audit-log";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { AuditFilterBar } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { AUDIT_FILTERS, auditQuery } from "./filters.ts";

/** The page of the organization's audit log: who read or changed which record, when, and from which address. */
export function AuditPage() {
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(AUDIT_FILTERS);
  const asked = auditQuery(filters, account.timezone);
  const { query, rows, more } = useRows(auditLog(account.id, asked));
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <div>
          <h1 className="text-xl font-semibold">Audit</h1>
          <p className="text-sm text-faint">
            Of every linked account of {account.organization_name}. Entries are added and never changed.
          </p>
        </div>
        <ExportButton query={asked} />
      </div>
      <AuditFilterBar filters={filters} filtered={filtered} rows={rows} onChange={change} onClear={clear} />
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
        <AuditTable entries={rows} onNearEnd={more} />
      </ListBody>
    </div>
  );
}
