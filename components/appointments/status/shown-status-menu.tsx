"use client";

import { Menu } from "react-aria-components/Menu";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { MenuItem, MenuSection } from "#components/ui/menu";
import { Popover } from "#components/ui/popover";
import { shownStatus } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { MeaningIcon } from "./meaning-look.tsx";
import { useAskedCancel } from "./use-asked-cancel.tsx";
import { useMeanings } from "./use-meanings.ts";
import { useChangeStatus, useStatusChanges } from "./use-status-changes.ts";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

interface OpenedMenu {
  record: AppointmentModel;
  /** The button beside which the menu opens. */
  anchor: HTMLElement;
}

interface StatusMenuProps {
  /** Null once the menu is closed: the question before a cancellation may still be open. */
  opened: OpenedMenu | null;
  statuses: StatusWords;
  onClose: () => void;
}

/** The menu of a record's statuses, and the question before a cancellation. `useStatusMenu` loads it on intent. */
export function StatusMenu({ opened, statuses, onClose }: StatusMenuProps) {
  const meanings = useMeanings();
  const changes = useStatusChanges();
  const { change, question } = useAskedCancel(useChangeStatus(), statuses);
  return (
    <>
      {opened ? (
        <Popover
          isOpen
          onOpenChange={(isOpen) => !isOpen && onClose()}
          triggerRef={{ current: opened.anchor }}
          placement="bottom start"
          className="min-w-48"
        >
          <Menu
            autoFocus
            aria-label={words.statusOf(visitTitle(opened.record))}
            onClose={onClose}
            className="max-h-[inherit] overflow-auto p-1 outline-none"
          >
            <MenuSection
              title={words.statusOf(visitTitle(opened.record))}
              selected={shownStatus(opened.record.status, changes.get(opened.record.emr_appointment_id))}
              onSelect={(status) => {
                change(opened.record, status);
                onClose();
              }}
            >
              {[...statuses].map(([code, status]) => (
                <MenuItem key={code} id={code} label={status} icon={<MeaningIcon meaning={meanings.of(code)} />} />
              ))}
            </MenuSection>
          </Menu>
        </Popover>
      ) : null}
      {question}
    </>
  );
}
