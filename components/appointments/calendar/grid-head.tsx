import { words } from "#components/appointments/words.ts";
import type { CalendarColumn } from "./calendar-columns.ts";
import { shortDay } from "./day-words.ts";
import { HOURS_PX, headHeight, type VisibleColumns } from "./grid-measures.ts";

/** Width from which a day's heading can say that it is today; the color says it in any width. */
const TODAY_PX = 132;

interface GridHeadProps {
  columns: readonly CalendarColumn[];
  visible: VisibleColumns;
  days: readonly string[];
  today: string;
}

/**
 * The column headings: the providers, and above them the days if there are several. Days of one provider stand alone: the
 * calendar's bar names the provider.
 */
export function GridHead({ columns, visible: { width, from, until }, days, today }: GridHeadProps) {
  const isWeek = days.length > 1;
  const perDay = columns.length / days.length;
  const namesProviders = !isWeek || perDay > 1;
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-20 border-b border-line bg-surface"
      style={{ height: headHeight(days.length, columns.length) }}
    >
      <div className="sticky left-0 z-10 h-full border-r border-line bg-surface" style={{ width: HOURS_PX }} />
      {isWeek
        ? days.map((day, index) => (
            <div
              key={day}
              className={`absolute top-0 border-l border-line-strong/50 first:border-l-0 ${namesProviders ? "h-7" : "h-full pt-1"}`}
              style={{ left: HOURS_PX + index * perDay * width, width: perDay * width }}
            >
              <span
                className={`sticky inline-block max-w-full truncate px-2 pt-1.5 text-xs leading-4 font-medium ${day === today ? "text-accent-text" : "text-fg"}`}
                style={{ left: HOURS_PX }}
              >
                {shortDay(day)}
                {day === today && perDay * width >= TODAY_PX ? words.isToday : ""}
              </span>
            </div>
          ))
        : null}
      {namesProviders
        ? columns.slice(from, until).map((column, index) => (
            <div
              key={column.key}
              title={column.name}
              className={`absolute bottom-0 flex items-center border-l border-line ${isWeek ? "h-10 px-1.5 text-xs text-muted" : "h-8 px-2 text-sm font-medium text-fg"}`}
              style={{ left: HOURS_PX + (from + index) * width, width }}
            >
              <span className={isWeek ? "line-clamp-2 leading-4 wrap-anywhere" : "truncate"}>{column.name}</span>
            </div>
          ))
        : null}
    </div>
  );
}
