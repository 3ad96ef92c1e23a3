"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { providerChoices, shownProviders } from "#components/appointments/calendar/calendar-columns.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { Button } from "#components/ui/button";
import { PrintSheet } from "#components/ui/print-sheet";
import { type AppointmentQuery, wholeAppointments } from "#lib/browser/api/appointments";
import { providers } from "#lib/browser/api/providers";
import { useAccount } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface PrintButtonProps {
  /** The parameters of GET /appointments of the view. */
  query: AppointmentQuery;
  days: readonly string[];
  /** EMR ids of the providers in view; empty for all. */
  chosen: readonly string[];
  statuses: StatusWords;
}

type Progress = { kind: "idle" | "reading" } | { kind: "failed"; why: string };

/** Prints a day sheet of the view: one page per provider and day, without the console around it. */
export function PrintButton({ query, days, chosen, statuses }: PrintButtonProps) {
  const account = useAccount();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  const [sheet, setSheet] = useState<ReactNode>(null);
  const onPrinted = useCallback(() => setSheet(null), []);

  const print = async () => {
    setProgress({ kind: "reading" });
    try {
      const [{ DaySheet }, { columnsOf }, records, doctors] = await Promise.all([
        import("#components/appointments/calendar/day-sheet"),
        import("#components/appointments/calendar/columns-of.ts"),
        client.fetchQuery(wholeAppointments(account.id, query)),
        client.fetchQuery(providers(account.id)),
      ]);
      const shown = shownProviders(providerChoices(doctors, records), chosen, Number.POSITIVE_INFINITY, records);
      const columns = columnsOf(days, shown, records, account.timezone);
      setSheet(<DaySheet account={account} columns={columns} statuses={statuses} />);
      setProgress({ kind: "idle" });
    } catch (error) {
      setProgress({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <>
      {progress.kind === "failed" ? (
        <p role="alert" className="text-sm text-danger">
          {words.notPrinted(progress.why)}
        </p>
      ) : null}
      <Button icon={<Printer aria-hidden="true" />} pending={progress.kind === "reading"} onPress={() => void print()}>
        <span className="max-sm:sr-only">{words.print}</span>
      </Button>
      {sheet ? <PrintSheet onDone={onPrinted}>{sheet}</PrintSheet> : null}
    </>
  );
}
