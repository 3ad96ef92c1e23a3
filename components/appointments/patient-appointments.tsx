"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { useStatusMenu } from "#components/appointments/status/status-menu";
import { StatusOutcomes } from "#components/appointments/status/status-outcomes";
import { useStatusWords } from "#components/appointments/status/use-status-words.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { visitsAround } from "#lib/browser/api/appointments";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { todayIn } from "#lib/kernel/dates";
import { AppointmentsTable } from "./appointments-table.tsx";
import { words } from "./words.ts";

const AppointmentDrawer = dynamic(() => import("./appointment-drawer.tsx").then((module) => module.AppointmentDrawer), {
  ssr: false,
});

/** One patient's appointments within a year of today, newest first, for the patient's page. */
export function PatientAppointments({ mrn }: { mrn: string }) {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const [open, setOpen] = useState("");
  const notShown = useNotShown("appointments");
  const statuses = useStatusWords();
  const { openMenu, menu } = useStatusMenu(statuses);
  const { query, rows, more, counted, listKey } = useRows(visitsAround(accountId, mrn, today));
  const newestFirst = useMemo(() => rows.toReversed(), [rows]);
  return (
    <>
      <StatusOutcomes />
      <ListBody
        things={words.appointments.toLowerCase()}
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<EmptyState title={words.noAppointments} instead={notShown} />}
      >
        <AppointmentsTable
          day={undefined}
          records={newestFirst}
          statuses={statuses}
          current={open}
          onOpen={setOpen}
          onOpenMenu={openMenu}
          onNearEnd={more}
          listKey={mrn}
          total={counted.total}
        />
      </ListBody>
      {menu}
      {open ? (
        <AppointmentDrawer key={open} emrAppointmentId={open} statuses={statuses} onClose={() => setOpen("")} />
      ) : null}
    </>
  );
}
