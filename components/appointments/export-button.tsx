"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { type AppointmentQuery, allAppointments } from "#lib/browser/api/appointments";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";
import { numberLocale } from "#lib/kernel/shown-locale";

type Progress = { kind: "idle" } | { kind: "reading"; rows: number } | { kind: "failed"; why: string };

interface ExportButtonProps {
  query: AppointmentQuery;
  /** EMR ids of the providers in view, besides the query's filters; empty for all. */
  only?: readonly string[];
}

/** Saves every matching appointment as a CSV file, including those not loaded yet. */
export function ExportButton({ query, only = [] }: ExportButtonProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });

  const save = async () => {
    setProgress({ kind: "reading", rows: 0 });
    try {
      const [{ appointmentsCsv }, { saveFile }] = await Promise.all([
        import("./export.ts"),
        import("#lib/browser/page/save-file"),
      ]);
      const known = await client.ensureQueryData(visitStatuses(accountId));
      const statuses = new Map(known.map(({ code, description }) => [code, description]));
      const all = await allAppointments(accountId, query, (rows) => setProgress({ kind: "reading", rows }));
      const records = only.length > 0 ? all.filter(({ provider_ehr_id }) => only.includes(provider_ehr_id)) : all;
      const name = `appointments ${query.start_date} to ${query.end_date}.csv`;
      saveFile(new Blob([appointmentsCsv(records, statuses)], { type: "text/csv;charset=utf-8" }), name);
      setProgress({ kind: "idle" });
    } catch (error) {
      setProgress({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <div className="flex items-center gap-2">
      {progress.kind === "failed" ? (
        <p role="alert" className="text-sm text-danger">
          Nothing was exported: {progress.why}
        </p>
      ) : null}
      <Button icon={<Download aria-hidden="true" />} pending={progress.kind === "reading"} onPress={() => void save()}>
        {progress.kind === "reading" && progress.rows > 0 ? (
          `${progress.rows.toLocaleString(numberLocale())} rows…`
        ) : (
          <span className="max-sm:sr-only">Export CSV</span>
        )}
      </Button>
    </div>
  );
}
