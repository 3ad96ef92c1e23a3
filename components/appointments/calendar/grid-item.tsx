"use client";

import { Ban, CalendarPlus, CalendarSync, ChevronDown, CircleX, UserX } from "lucide-react";
import { memo } from "react";
import { categoryOf, categoryWord } from "#components/appointments/category";
import { missedBy } from "#components/appointments/status/missed-visit.ts";
import { statusWords } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { Spinner } from "#components/ui/spinner";
import { isChanging, type StatusChange } from "#lib/browser/api/change-status";
import type { CalendarItem } from "./calendar-columns.ts";
import { clinicTime, shortClock } from "./day-words.ts";
import { ITEM_LOOKS, itemStyle, itemTitle, MISSED_LOOK } from "./item-look.ts";

/** Height from which a second line fits. */
const TWO_LINES_PX = 38;
/** Height below which a line gets no padding. */
const ROOMY_PX = 24;

const CATEGORY_ICONS = { appointment: null, schedule_slot: CalendarPlus, schedule_block: Ban };
const MISSED_ICONS = { cancelled: CircleX, no_show: UserX, moved: CalendarSync };

export interface GridItemProps {
  item: CalendarItem;
  /** Top and height in pixels; left and width as shares of the column, 0 to 1. */
  place: { top: number; height: number; left: number; width: number };
  timeZone: string;
  statuses: StatusWords;
  change: StatusChange | undefined;
  /** True for the record in the Tab order. */
  isReached: boolean;
  /** True for the record in the open drawer. */
  isOpen: boolean;
  onOpen: (emrAppointmentId: string) => void;
  onReach: (id: string) => void;
  onOpenMenu: OpenStatusMenu | undefined;
}

/** An appointment, open slot or block in the grid. */
export const GridItem = memo(function GridItem(props: GridItemProps) {
  const { item, place, timeZone, statuses, change, isReached, isOpen, onOpen, onReach, onOpenMenu } = props;
  const { record, from } = item;
  const category = categoryOf(record);
  const status = statusWords(record, change, statuses);
  const missed = category === "appointment" ? missedBy(status) : null;
  const Icon = missed ? MISSED_ICONS[missed] : CATEGORY_ICONS[category];
  const details = [record.appointment_type, status].filter(Boolean).join(" · ");
  const busy = isChanging(change);
  const isShort = place.height < TWO_LINES_PX;
  return (
    <li
      className="group/item absolute p-px"
      style={{
        top: place.top,
        height: place.height,
        left: `${place.left * 100}%`,
        width: `${place.width * 100}%`,
      }}
    >
      <button
        type="button"
        data-item={record.id}
        tabIndex={isReached ? 0 : -1}
        aria-current={isOpen || undefined}
        title={isShort ? [itemTitle(record), details].filter(Boolean).join(" · ") : undefined}
        onClick={() => onOpen(record.emr_appointment_id)}
        onFocus={() => onReach(record.id)}
        style={itemStyle(record)}
        className={`${place.height < ROOMY_PX ? "justify-center" : "pt-0.5"} flex size-full min-w-0 flex-col overflow-hidden rounded-sm px-1.5 text-left text-xs outline-offset-1 hover:brightness-97 aria-[current]:outline-2 aria-[current]:outline-accent ${missed ? MISSED_LOOK : ITEM_LOOKS[category]}`}
      >
        <span className="flex w-full min-w-0 items-center gap-1 leading-4">
          <span className="shrink-0 text-muted tabular-nums">
            {shortClock(from)}
            <span className="sr-only">
              , {clinicTime(record.datetime, timeZone)}, {record.duration} minutes, {categoryWord(category)},
            </span>
          </span>
          {Icon ? (
            <Icon aria-hidden="true" className={`size-3 shrink-0 ${missed ? "" : "@max-[6.5rem]:hidden"}`} />
          ) : null}
          <span
            className={`truncate ${category === "schedule_slot" ? "" : "font-medium"} ${missed ? "line-through" : ""}`}
          >
            {itemTitle(record)}
          </span>
          {busy ? <Spinner /> : null}
        </span>
        <span className={isShort ? "sr-only" : "w-full truncate leading-4 text-muted"}>{details}</span>
      </button>
      {onOpenMenu && !busy ? (
        <button
          type="button"
          aria-label={`Status of ${record.patient_name}: ${status || "none"}. Change`}
          aria-haspopup="menu"
          tabIndex={isReached ? 0 : -1}
          onClick={({ currentTarget }) => onOpenMenu(record, currentTarget)}
          className="absolute top-0.5 right-0.5 flex size-6 items-center justify-center rounded-sm bg-surface text-muted opacity-0 shadow-tip group-focus-within/item:opacity-100 group-hover/item:opacity-100 hover:text-fg pointer-coarse:hidden"
        >
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      ) : null}
    </li>
  );
});
