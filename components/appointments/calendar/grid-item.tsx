"use client";

import { Ban, CalendarPlus, ChevronDown, Diamond, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { categoryWord } from "#components/appointments/category";
import { categoryOf } from "#components/appointments/category-of.ts";
import { words as changedTexts } from "#components/appointments/changed/words.ts";
import { MEANING_LOOKS, MeaningIcon } from "#components/appointments/status/meaning-look";
import type { Meanings } from "#components/appointments/status/meanings.ts";
import { statusWords } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { words as statusTexts } from "#components/appointments/status/words.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { words } from "#components/appointments/words.ts";
import { Spinner } from "#components/ui/spinner";
import { isChanging, isSending, type StatusChange, shownStatus } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarItem } from "./calendar-columns.ts";
import { beginWords, clinicTime, shortClock } from "./day-words.ts";
import { words as gridWords } from "./grid-words.ts";
import { ITEM_LOOKS, itemStyle, itemTitle } from "./item-look.ts";
import { laterEndWords } from "./over-midnight.ts";

/** Height from which a second line fits. */
const TWO_LINES_PX = 38;
/** Height below which a line gets no padding. */
const ROOMY_PX = 24;
/** Height from which a name may take two lines, where the item is narrow. */
const TWO_NAME_LINES_PX = 36;
/** Breaks a name in a narrow item rather than cutting it off. */
const WRAPPED = "@max-[6.5rem]:line-clamp-2 @max-[6.5rem]:whitespace-normal @max-[6.5rem]:break-words";

const ACTION = "flex size-6 items-center justify-center rounded-sm bg-surface text-muted shadow-tip hover:text-fg";

const CATEGORY_ICONS = { appointment: null, schedule_slot: CalendarPlus, schedule_block: Ban };

/** Id of the element that says how a visit is moved. */
export const HOW_TO_MOVE = "how-to-move-a-visit";

export interface GridItemProps {
  item: CalendarItem;
  /** Top and height in pixels; left and width as shares of the column, 0 to 1. */
  place: { top: number; height: number; left: number; width: number };
  timeZone: string;
  statuses: StatusWords;
  meanings: Meanings;
  change: StatusChange | undefined;
  /** What changed of the visit since the person looked. */
  changed: string | undefined;
  /** True for the record in the Tab order. */
  isReached: boolean;
  /** True for the record in the open drawer. */
  isOpen: boolean;
  /** True for the visit that is being moved. */
  isMoving: boolean;
  /** True for a visit that can be moved. */
  isMovable: boolean;
  /** The mark of a visit that is no longer there, and stays for now. */
  done: ReactNode;
  onOpen: (emrAppointmentId: string) => void;
  /** Called with the item's key. */
  onReach: (key: string) => void;
  onOpenMenu: OpenStatusMenu | undefined;
  onSetStatus: (record: AppointmentModel, status: string) => void;
}

/** An appointment, open slot or block in the grid. */
export const GridItem = memo(function GridItem(props: GridItemProps) {
  const {
    item,
    place,
    timeZone,
    statuses,
    meanings,
    change,
    changed,
    isReached,
    isOpen,
    isMoving,
    isMovable,
    done,
    onOpen,
    onReach,
    onOpenMenu,
    onSetStatus,
  } = props;
  const { record, from, begins, ends } = item;
  const category = categoryOf(record);
  const status = statusWords(record, change, statuses);
  const code = shownStatus(record.status, change);
  const meaning = category === "appointment" ? meanings.of(code) : null;
  const next = meanings.nextOf(code);
  const look = meaning && MEANING_LOOKS[meaning];
  const Icon = look ? look.Icon : CATEGORY_ICONS[category];
  const notCurrent = record.set_aside ? words.notCurrent(record.set_aside) : "";
  const lastsUntil = laterEndWords(record, timeZone);
  const span = [
    ...(begins ? [] : [gridWords.since(beginWords(record, item.day, timeZone))]),
    ...(lastsUntil ? [lastsUntil] : []),
  ];
  const details = [...span, record.appointment_type, status].filter(Boolean).join(" · ");
  const busy = isChanging(change);
  const isShort = place.height < TWO_LINES_PX;
  const wraps = place.height >= TWO_NAME_LINES_PX;
  return (
    <li
      className="group/item @container absolute p-px"
      style={{
        top: place.top,
        height: place.height,
        left: `${place.left * 100}%`,
        width: `${place.width * 100}%`,
      }}
    >
      <button
        type="button"
        data-item={item.key}
        tabIndex={isReached ? 0 : -1}
        aria-current={isOpen || undefined}
        aria-describedby={isMovable ? HOW_TO_MOVE : undefined}
        title={
          [...(isShort || place.width < 1 ? [itemTitle(record), details] : []), notCurrent, changed]
            .filter(Boolean)
            .join(" · ") || undefined
        }
        onClick={() => onOpen(record.emr_appointment_id)}
        onFocus={() => onReach(item.key)}
        style={itemStyle(record)}
        className={`${place.height < ROOMY_PX ? "justify-center" : wraps ? "pt-0.5 @max-[6.5rem]:pt-0" : "pt-0.5"} flex size-full min-w-0 flex-col overflow-hidden rounded-sm px-1.5 text-left @max-[4.5rem]:px-0.5 ${begins ? "" : "rounded-t-none border-t-0"} ${ends ? "" : "rounded-b-none border-b-0"} text-xs outline-offset-1 ${isMoving ? "opacity-50" : ""} ${isMovable ? "pointer-fine:cursor-grab" : ""} hover:brightness-97 aria-[current]:outline-2 aria-[current]:outline-accent ${look?.item ?? ITEM_LOOKS[category]}`}
      >
        <span className="flex w-full min-w-0 items-center gap-1 leading-4">
          {/* Without its time in a narrow column, an appointment's first line begins where its second does. */}
          <span
            className={`shrink-0 text-muted tabular-nums ${category === "appointment" ? "@max-[6.5rem]:-mr-1" : ""}`}
          >
            {/* In a narrow place the place says the time, and the name needs the room. */}
            <span className={category === "appointment" ? "@max-[6.5rem]:hidden" : "@max-[5rem]:hidden"}>
              {begins ? shortClock(from) : "…"}
            </span>
            <span className="sr-only">
              , {clinicTime(record.datetime, timeZone)}, {record.duration} {words.minutes.toLowerCase()},{" "}
              {categoryWord(category)},
            </span>
          </span>
          <span
            className={`truncate @max-[4.5rem]:text-clip ${wraps ? WRAPPED : ""} ${category === "schedule_slot" ? "" : "font-medium"} ${look?.isOff ? "line-through" : ""}`}
          >
            {/* Within the text: the second line of a name in a narrow place begins below the icon. */}
            {Icon ? (
              <Icon
                aria-hidden="true"
                className={`mr-1 inline-block size-3 align-[-0.125em] ${look ? "@max-[4.5rem]:mr-0.5" : "@max-[6.5rem]:hidden"}`}
              />
            ) : null}
            {itemTitle(record)}
          </span>
          {changed === undefined ? null : (
            <>
              <Diamond aria-hidden="true" data-changed="" className="size-2.5 shrink-0 fill-current text-accent-text" />
              <span className="sr-only">, {changedTexts.inRow(changed)}</span>
            </>
          )}
          {notCurrent === "" ? null : (
            <>
              <TriangleAlert aria-hidden="true" className="size-3 shrink-0 text-warning" />
              <span className="sr-only">, {notCurrent}</span>
            </>
          )}
          {busy ? <Spinner /> : null}
          {done ? <span data-narrow="">{done}</span> : null}
        </span>
        <span className={isShort ? "sr-only" : "w-full truncate leading-4 text-muted"}>{details}</span>
      </button>
      {onOpenMenu && !isSending(change) ? (
        <span className="absolute top-0.5 right-0.5 flex gap-0.5 opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:hidden">
          {next === undefined ? null : (
            <button
              type="button"
              title={statuses.get(next)}
              aria-label={statusTexts.setVisitTo(visitTitle(record), statuses.get(next) ?? next)}
              tabIndex={isReached ? 0 : -1}
              onClick={() => onSetStatus(record, next)}
              className={ACTION}
            >
              <MeaningIcon meaning={meanings.of(next)} className="size-3.5" />
            </button>
          )}
          <button
            type="button"
            aria-label={statusTexts.changeStatusOf(visitTitle(record), status)}
            aria-haspopup="menu"
            tabIndex={isReached ? 0 : -1}
            onClick={({ currentTarget }) => onOpenMenu(record, currentTarget)}
            className={ACTION}
          >
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </button>
        </span>
      ) : null}
    </li>
  );
});
