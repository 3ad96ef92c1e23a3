"use client";

import { Diamond } from "lucide-react";
import { useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { categoryWord } from "#components/appointments/category";
import { categoryOf } from "#components/appointments/category-of.ts";
import { useVisitMarks } from "#components/appointments/changed/visit-marks.ts";
import { words as changedTexts } from "#components/appointments/changed/words.ts";
import { MEANING_LOOKS } from "#components/appointments/status/meaning-look";
import type { Meanings } from "#components/appointments/status/meanings.ts";
import { statusWords } from "#components/appointments/status/status-mark";
import { useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { Popover } from "#components/ui/popover";
import { shownStatus } from "#lib/browser/api/change-status";
import type { CalendarItem } from "./calendar-columns.ts";
import { beginWords } from "./day-words.ts";
import { words as gridWords } from "./grid-words.ts";
import { ITEM_LOOKS, itemStyle, itemTitle } from "./item-look.ts";

export interface CrowdListProps {
  items: readonly CalendarItem[];
  /** The button that opened the list. */
  button: HTMLElement;
  timeZone: string;
  statuses: StatusWords;
  meanings: Meanings;
  onOpen: (emrAppointmentId: string) => void;
  onClose: () => void;
}

/** Lists records at one time that have no room in their column; each leads to its drawer. */
export function CrowdList({ items, button, timeZone, statuses, meanings, onOpen, onClose }: CrowdListProps) {
  const trigger = useRef(button);
  const changes = useStatusChanges();
  const changed = useVisitMarks();
  const [first] = items;
  if (!first) return null;
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom end"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="w-80 max-w-[calc(100vw-1rem)]"
    >
      <Dialog
        aria-label={gridWords.moreAt(items.length, beginWords(first.record, first.day, timeZone))}
        className="flex max-h-112 min-h-0 flex-col outline-none"
      >
        <ul className="min-h-0 divide-y divide-line overflow-auto">
          {items.map(({ key, day, record }) => {
            const category = categoryOf(record);
            const change = changes.get(record.emr_appointment_id);
            const meaning = category === "appointment" ? meanings.of(shownStatus(record.status, change)) : null;
            const mark = changed.get(record.id);
            const details = [
              record.appointment_type,
              category === "appointment" ? statusWords(record, change, statuses) : categoryWord(category),
            ];
            return (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    onOpen(record.emr_appointment_id);
                  }}
                  className="flex w-full items-center gap-3 px-3 py-2 text-left text-sm -outline-offset-2 hover:bg-hover"
                >
                  <span
                    aria-hidden="true"
                    className={`h-8 w-2 shrink-0 rounded-sm ${meaning ? MEANING_LOOKS[meaning].item : ITEM_LOOKS[category]}`}
                    style={itemStyle(record)}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium break-words">{itemTitle(record)}</span>
                    <span className="block text-xs text-muted">
                      <span className="tabular-nums">{beginWords(record, day, timeZone)}</span>
                      {details.filter(Boolean).map((detail) => ` · ${detail}`)}
                    </span>
                    {mark ? (
                      <span className="block text-xs break-words text-muted">
                        <Diamond
                          aria-hidden="true"
                          className="mr-1 inline-block size-2.5 fill-current text-accent-text"
                        />
                        <span className="sr-only">{changedTexts.title}: </span>
                        {mark.text}
                      </span>
                    ) : null}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Dialog>
    </Popover>
  );
}
