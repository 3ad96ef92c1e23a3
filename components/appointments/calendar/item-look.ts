import type { CSSProperties } from "react";
import { blockColor, type Category, categoryOf } from "#components/appointments/category";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** What tells the categories apart besides their words: a solid card, a dashed outline, a hatched ground. */
export const ITEM_LOOKS: Record<Category, string> = {
  appointment: "border border-transparent border-l-[3px] border-l-accent bg-accent-soft text-fg",
  schedule_slot: "border border-dashed border-line-strong bg-surface text-muted",
  schedule_block: "border border-line border-l-[3px] border-l-line-strong bg-sunken text-fg",
};

/** A visit that did not take place: its time is free again, so it stands back. */
export const MISSED_LOOK = "border border-line border-l-[3px] border-l-line-strong bg-sunken text-muted";

/** A block's hatching in its own colour, as faint as its words need it to be. */
export function itemStyle(record: AppointmentModel): CSSProperties {
  if (categoryOf(record) !== "schedule_block") return {};
  const color = blockColor(record) ?? "var(--line-strong)";
  const tint = (share: number) => `color-mix(in oklab, ${color} ${share}%, var(--surface))`;
  return {
    borderLeftColor: color,
    backgroundImage: `repeating-linear-gradient(135deg, ${tint(12)} 0 6px, ${tint(24)} 6px 12px)`,
  };
}

/** Who or what takes the time: the patient, the block's label, or that it is open. */
export function itemTitle(record: AppointmentModel): string {
  const category = categoryOf(record);
  if (category === "schedule_block") return record.schedule_block_label;
  return category === "schedule_slot" ? "Open" : record.patient_name || record.patient_mrn;
}
