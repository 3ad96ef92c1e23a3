"use client";

import { type ReactNode, useCallback, useState } from "react";
import { Menu } from "react-aria-components/Menu";
import { words } from "#components/appointments/words.ts";
import { MenuItem, MenuSection } from "#components/ui/menu";
import { Popover } from "#components/ui/popover";
import { shownStatus } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { MeaningIcon } from "./meaning-look.tsx";
import { useAskedCancel } from "./use-asked-cancel.tsx";
import { useMeanings } from "./use-meanings.ts";
import { useChangeStatus, useStatusChanges } from "./use-status-changes.ts";
import type { StatusWords } from "./use-status-words.ts";

interface Opened {
  record: AppointmentModel;
  /** The button beside which the menu opens. */
  anchor: HTMLElement;
}

/** Opens a record's menu of statuses beside the pressed button. */
export type OpenStatusMenu = (record: AppointmentModel, anchor: HTMLElement) => void;

/** Returns one menu of statuses for all records of a page; the page renders `menu` once. */
export function useStatusMenu(statuses: StatusWords): { openMenu: OpenStatusMenu; menu: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const openMenu = useCallback<OpenStatusMenu>((record, anchor) => setOpened({ record, anchor }), []);
  const meanings = useMeanings();
  const changes = useStatusChanges();
  const { change, question } = useAskedCancel(useChangeStatus(), statuses);
  const menu = opened ? (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && setOpened(null)}
      triggerRef={{ current: opened.anchor }}
      placement="bottom start"
      className="min-w-48"
    >
      <Menu
        autoFocus
        aria-label={words.statusOf(opened.record.patient_name)}
        onClose={() => setOpened(null)}
        className="max-h-[inherit] overflow-auto p-1 outline-none"
      >
        <MenuSection
          title={words.statusOf(opened.record.patient_name)}
          selected={shownStatus(opened.record.status, changes.get(opened.record.emr_appointment_id))}
          onSelect={(status) => {
            change(opened.record, status);
            setOpened(null);
          }}
        >
          {[...statuses].map(([code, status]) => (
            <MenuItem key={code} id={code} label={status} icon={<MeaningIcon meaning={meanings.of(code)} />} />
          ))}
        </MenuSection>
      </Menu>
    </Popover>
  ) : null;
  return {
    openMenu,
    menu: (
      <>
        {menu}
        {question}
      </>
    ),
  };
}
