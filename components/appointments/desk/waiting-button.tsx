"use client";

import { Armchair } from "lucide-react";
import { useRef } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { words } from "#components/appointments/words.ts";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { useVisitsOf } from "./use-visits-of.ts";
import { useWaiting } from "./use-waiting.ts";
import { WaitingRow } from "./waiting-row.tsx";
import { words as deskWords } from "./words.ts";

type Waiting = ReturnType<typeof useWaiting>["waiting"][number];

const keyOf = ({ visit }: Waiting) => visit.id;

interface WaitingButtonProps {
  statuses: StatusWords;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
}

/** Says beside the day's schedule how many patients wait, and lists them; hidden while nobody waits. */
export function WaitingButton(shared: WaitingButtonProps) {
  const today = useVisitsOf("today");
  const { waiting, ofDay, isKept } = useWaiting(today);
  const list = useRef<HTMLUListElement>(null);
  const held = useHeldRows(waiting, { list, keyOf, part: "", all: waiting, known: ofDay });
  if (!isKept || held.rows.length === 0) return null;
  return (
    <DialogTrigger>
      <Button icon={<Armchair aria-hidden="true" />}>{words.waitingCount(waiting.length)}</Button>
      <Popover placement="bottom end" className="w-120 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label={deskWords.waiting} className="flex min-h-0 flex-col outline-none">
          {({ close }) => (
            <ul ref={list} data-held-list="" className="min-h-0 divide-y divide-line overflow-auto">
              {held.rows.map((row) => (
                <WaitingRow
                  key={row.visit.id}
                  {...shared}
                  visit={row.visit}
                  day={today.date}
                  since={row.since}
                  done={held.markOf(row)}
                  onOpen={(id) => {
                    close();
                    shared.onOpen(id);
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
