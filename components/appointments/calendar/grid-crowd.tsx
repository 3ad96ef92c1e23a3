import { Diamond } from "lucide-react";
import { words as changedTexts } from "#components/appointments/changed/words.ts";
import type { CalendarItem } from "./calendar-columns.ts";
import { beginWords } from "./day-words.ts";
import { CROWD_PX } from "./grid-measures.ts";
import { words as gridWords } from "./grid-words.ts";

interface GridCrowdProps {
  /** The records, by time. */
  items: readonly CalendarItem[];
  /** In pixels. */
  place: { top: number; height: number; left: number; width: number };
  timeZone: string;
  /** How many of the records are visits that changed since the person looked. */
  changed: number;
  /** True for the item in the Tab order. */
  isReached: boolean;
  /** True if one of the records is in the open drawer. */
  isOpen: boolean;
  onReach: (key: string) => void;
  onOpenCrowd: (items: readonly CalendarItem[], button: HTMLElement) => void;
}

/** Stands for records at one time that have no room in their column, and lists them. */
export function GridCrowd({
  items,
  place,
  timeZone,
  changed,
  isReached,
  isOpen,
  onReach,
  onOpenCrowd,
}: GridCrowdProps) {
  const [first] = items;
  if (!first) return null;
  return (
    <li className="absolute p-px" style={place}>
      <button
        type="button"
        data-item={first.key}
        data-holds={items.map(({ key }) => key).join(" ")}
        tabIndex={isReached ? 0 : -1}
        aria-haspopup="dialog"
        aria-current={isOpen || undefined}
        aria-label={[
          gridWords.moreAt(items.length, beginWords(first.record, first.day, timeZone)),
          ...(changed > 0 ? [changedTexts.changed(changed)] : []),
        ].join(", ")}
        onClick={({ currentTarget }) => onOpenCrowd(items, currentTarget)}
        onFocus={() => onReach(first.key)}
        className="relative flex size-full items-start justify-center rounded-sm border border-line-strong bg-sunken pt-0.5 text-xs leading-4 font-medium text-fg tabular-nums outline-offset-1 hover:bg-hover aria-[current]:outline-2 aria-[current]:outline-accent"
      >
        {changed > 0 ? (
          <Diamond aria-hidden="true" className="absolute -top-1 right-0 size-2.5 fill-current text-accent-text" />
        ) : null}
        {place.width > CROWD_PX ? gridWords.atOnce(items.length) : `+${items.length}`}
      </button>
    </li>
  );
}
