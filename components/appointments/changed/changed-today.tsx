"use client";

import { useVisitsOf } from "#components/appointments/desk/use-visits-of.ts";
import { useVisitDrawer } from "#components/appointments/use-visit-drawer";
import { ChangedVisits } from "./changed-visits.tsx";

/** Says beside the day's date how many of its visits changed since the person looked. */
export function ChangedToday() {
  const { date } = useVisitsOf("today");
  const { open, drawer } = useVisitDrawer();
  return (
    <>
      <ChangedVisits page="today" from={date} until={date} onOpen={open} />
      {drawer}
    </>
  );
}
