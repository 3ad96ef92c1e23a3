"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useState } from "react";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { StatusWords } from "./use-status-words.ts";

const StatusMenu = dynamic(() => import("./shown-status-menu.tsx").then((module) => module.StatusMenu), { ssr: false });

/** Opens a record's menu of statuses beside the pressed button. */
export type OpenStatusMenu = (record: AppointmentModel, anchor: HTMLElement) => void;

interface Opened {
  record: AppointmentModel;
  anchor: HTMLElement;
}

/** Returns one menu of statuses for all records of a page, loaded on intent; the page renders `menu` once. */
export function useStatusMenu(statuses: StatusWords): { openMenu: OpenStatusMenu; menu: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUsed, setUsed] = useState(false);
  const openMenu = useCallback<OpenStatusMenu>((record, anchor) => {
    setUsed(true);
    setOpened({ record, anchor });
  }, []);
  return {
    openMenu,
    menu: isUsed ? <StatusMenu opened={opened} statuses={statuses} onClose={() => setOpened(null)} /> : null,
  };
}
