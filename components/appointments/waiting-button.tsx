"use client";

import { Armchair } from "lucide-react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { words as deskWords } from "./desk-words.ts";
import type { OpenStatusMenu } from "./status/status-menu.tsx";
import type { StatusWords } from "./status/use-status-words.ts";
import { useWaiting } from "./use-waiting.ts";
import { WaitingRow } from "./waiting-row.tsx";
import { words } from "./words.ts";

interface WaitingButtonProps {
  statuses: StatusWords;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
}

/** Says beside the day's schedule how many patients wait, and lists them; hidden while nobody waits. */
export function WaitingButton(row: WaitingButtonProps) {
  const { waiting, date, isKept } = useWaiting();
  if (!isKept || waiting.length === 0) return null;
  return (
    <DialogTrigger>
      <Button icon={<Armchair aria-hidden="true" />}>{words.waitingCount(waiting.length)}</Button>
      <Popover placement="bottom end" className="w-120 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label={deskWords.waiting} className="outline-none">
          {({ close }) => (
            <ul className="max-h-[inherit] divide-y divide-line overflow-auto">
              {waiting.map(({ visit, since }) => (
                <WaitingRow
                  key={visit.id}
                  {...row}
                  visit={visit}
                  day={date}
                  since={since}
                  onOpen={(id) => {
                    close();
                    row.onOpen(id);
                  }}
                />
              ))}
            </ul>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
