import { Ban, CalendarCheck, CalendarPlus, type LucideIcon } from "lucide-react";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { type Category, categoryOf } from "./category-of.ts";
import { words } from "./words.ts";

const LOOKS: Record<Category, { word: string; Icon: LucideIcon }> = {
  appointment: { word: words.appointment, Icon: CalendarCheck },
  schedule_slot: { word: words.openSlot, Icon: CalendarPlus },
  schedule_block: { word: words.blocked, Icon: Ban },
};

/** Returns the word for a category. */
export const categoryWord = (category: Category): string => LOOKS[category].word;

/** Returns a block's own colour if the EMR sends a valid one. */
export const blockColor = ({ schedule_block_color }: AppointmentModel): string | null =>
  /^#[\da-f]{3}([\da-f]{3})?$/i.test(schedule_block_color) ? schedule_block_color : null;

/** Shows the category by icon and word, with a block's own label and colour. */
export function CategoryMark({ record }: { record: AppointmentModel }) {
  const category = categoryOf(record);
  const { word, Icon } = LOOKS[category];
  const color = blockColor(record);
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />
      {word}
      {category === "schedule_block" ? (
        <>
          {color ? (
            <span
              aria-hidden="true"
              className="size-3 shrink-0 rounded-sm border border-line-strong"
              style={{ backgroundColor: color }}
            />
          ) : null}
          <span className="max-w-32 truncate text-muted">{record.schedule_block_label}</span>
        </>
      ) : null}
    </span>
  );
}
