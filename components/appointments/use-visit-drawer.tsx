"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { type OpenStatusMenu, useStatusMenu } from "./status/status-menu.tsx";
import { type StatusWords, useStatusWords } from "./status/use-status-words.ts";

const AppointmentDrawer = dynamic(() => import("./appointment-drawer.tsx").then((module) => module.AppointmentDrawer), {
  ssr: false,
});

/**
 * Returns the functions that open a visit's record beside a list, and its menu of statuses; the list renders `drawer`
 * once.
 */
export function useVisitDrawer(): {
  open: (id: string) => void;
  openMenu: OpenStatusMenu;
  drawer: ReactNode;
  statuses: StatusWords;
} {
  const [shown, open] = useState("");
  const statuses = useStatusWords();
  const { openMenu, menu } = useStatusMenu(statuses);
  return {
    open,
    openMenu,
    statuses,
    drawer: (
      <>
        {menu}
        {shown ? (
          <AppointmentDrawer key={shown} emrAppointmentId={shown} statuses={statuses} onClose={() => open("")} />
        ) : null}
      </>
    ),
  };
}
