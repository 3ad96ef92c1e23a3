"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { type AuditQuery, wholeAuditLog } from "#lib/browser/api/audit-log";
import { saveFile } from "#lib/browser/page/save-file";
import { useAccountId } from "#lib/browser/session/account";
import { auditCsv } from "./export.ts";

/** Saves every entry that matches as a spreadsheet's file, not only those that were scrolled to. */
export function ExportButton({ query }: { query: AuditQuery }) {
  const accountId = useAccountId();
  const [rows, setRows] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    if (rows !== null) return;
    setRows(0);
    setProblem(null);
    try {
      const entries = await wholeAuditLog(accountId, query, setRows);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(new Blob([auditCsv(entries)], { type: "text/csv;charset=utf-8" }), `audit log ${day}.csv`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setRows(null);
  };

  return (
    <div className="flex items-center gap-2">
      {problem ? (
        <p role="alert" className="text-sm text-danger">
          Nothing was exported: {problem}
        </p>
      ) : null}
      <Button icon={<Download aria-hidden="true" />} pending={rows !== null} onPress={() => void save()}>
        {rows ? `${rows.toLocaleString("en-US")} rows…` : "Export CSV"}
      </Button>
    </div>
  );
}
