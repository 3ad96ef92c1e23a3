import type { CSSProperties } from "react";
import { blockColor } from "#components/appointments/category";
import { type Category, categoryOf } from "#components/appointments/category-of.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { words } from "#components/appointments/words.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/**
 * Classes that distinguish the categories besides their words: a solid card, a dashed outline, a hatched background. A
 * visit has the color of its status only if the status is mapped to a meaning.
 */
export const ITEM_LOOKS: Record<Category, string> = {
  appointment: "border border-line border-l-[3px] border-l-line-strong bg-surface text-fg",
  schedule_slot: "border border-dashed border-line-strong bg-surface text-muted",
  schedule_block: "border border-line border-l-[3px] border-l-line-strong bg-sunken text-fg",
};

/** Returns the hatching of a block in its own colour, faint enough for its text to be readable. */
export function itemStyle(record: AppointmentModel): CSSProperties {
  if (categoryOf(record) !== "schedule_block") return {};
  const color = blockColor(record) ?? "var(--line-strong)";
  const tint = (share: number) => `color-mix(in oklab, ${color} ${share}%, var(--surface))`;
  return {
    borderLeftColor: color,
    backgroundImage: `repeating-linear-gradient(135deg, ${tint(12)} 0 6px, ${tint(24)} 6px 12px)`,
  };
}

/** Returns an item's title: the patient, the block's label, or words.open. */
export function itemTitle(record: AppointmentModel): string {
  const category = categoryOf(record);
  if (category === "schedule_block") return record.schedule_block_label;
  return category === "schedule_slot" ? words.open : visitTitle(record);
}
