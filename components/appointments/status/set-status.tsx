"use client";

import { CircleCheckBig } from "lucide-react";
import { Button } from "#components/ui/button";
import { Menu, MenuItem } from "#components/ui/menu";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { MeaningIcon } from "./meaning-look.tsx";
import { useMeanings } from "./use-meanings.ts";
import { useChangeStatus } from "./use-status-changes.ts";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

interface SetStatusProps {
  /** The selected visits whose status can be changed. */
  visits: readonly AppointmentModel[];
  statuses: StatusWords;
  onDone: () => void;
}

/**
 * Sets the selected visits to one status. Each change is held for some seconds, and all can be taken back together. A
 * cancellation is not offered: it says the patient's name first, so it is made for each visit by itself.
 */
export function SetStatus({ visits, statuses, onDone }: SetStatusProps) {
  const meanings = useMeanings();
  const setStatus = useChangeStatus();
  if (visits.length === 0) return null;
  const offered = [...statuses].filter(([code]) => meanings.of(code) !== "cancelled");
  return (
    <Menu
      label={words.statusOfVisits(visits.length)}
      placement="bottom start"
      trigger={
        <Button size="sm" icon={<CircleCheckBig aria-hidden="true" />}>
          {words.setStatusOf(visits.length)}
        </Button>
      }
      onAction={(code) => {
        for (const visit of visits) setStatus(visit, String(code));
        onDone();
      }}
    >
      {offered.map(([code, status]) => (
        <MenuItem key={code} id={code} label={status} icon={<MeaningIcon meaning={meanings.of(code)} />} />
      ))}
    </Menu>
  );
}
