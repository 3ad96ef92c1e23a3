"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ExportCsv } from "#components/ui/export-csv";
import { type AppointmentQuery, allAppointments } from "#lib/browser/api/appointments";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface ExportButtonProps {
  query: AppointmentQuery;
  /** EMR ids of the providers in view, besides the query's filters; empty for all. */
  only?: readonly string[];
}

/** Saves every matching appointment as a CSV file, including those not loaded yet. */
export function ExportButton({ query, only = [] }: ExportButtonProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  return (
    <ExportCsv
      fileName={words.csvName(query.start_date ?? "", query.end_date ?? "")}
      read={async (onProgress) => {
        const [{ appointmentColumns }, known, all] = await Promise.all([
          import("./export.ts"),
          client.ensureQueryData(visitStatuses(accountId)),
          allAppointments(accountId, query, onProgress),
        ]);
        return {
          rows: only.length > 0 ? all.filter(({ provider_ehr_id }) => only.includes(provider_ehr_id)) : all,
          columns: appointmentColumns(new Map(known.map(({ code, description }) => [code, description]))),
        };
      }}
    />
  );
}
