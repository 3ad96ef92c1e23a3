import {
  Armchair,
  BadgeCheck,
  CheckCheck,
  CircleDashed,
  CircleX,
  DoorOpen,
  type LucideIcon,
  UserX,
} from "lucide-react";
import type { VisitMeaning } from "#lib/emr/port/visit-meaning";

interface MeaningLook {
  Icon: LucideIcon;
  /** Classes of a mark of the status. */
  mark: string;
  /** Classes of the visit in the calendar. */
  item: string;
  /** True if the visit does not take place, so that its time is free again. */
  isOff?: boolean;
}

/** A mark without a color of its own, which also stands out from a selected row. */
export const PLAIN_MARK = "bg-hover text-muted in-data-current:bg-surface";

const ITEM = "border border-transparent border-l-[3px]";

/** How each meaning is shown: always by an icon as well as its color. */
export const MEANING_LOOKS: Record<VisitMeaning, MeaningLook> = {
  booked: {
    Icon: CircleDashed,
    mark: "bg-accent-soft text-accent-text in-data-current:bg-surface",
    item: `${ITEM} border-l-accent bg-accent-soft text-fg`,
  },
  confirmed: {
    Icon: BadgeCheck,
    mark: "bg-info-soft text-info",
    item: `${ITEM} border-l-info bg-info-soft text-fg`,
  },
  arrived: {
    Icon: Armchair,
    mark: "bg-warning-soft text-warning",
    item: `${ITEM} border-l-warning bg-warning-soft text-fg`,
  },
  in_room: {
    Icon: DoorOpen,
    mark: "bg-success-soft text-success",
    item: `${ITEM} border-l-success bg-success-soft text-fg`,
  },
  // Unlike that of a confirmed visit also where a short one shows its icon alone.
  done: {
    Icon: CheckCheck,
    mark: PLAIN_MARK,
    item: `${ITEM} border-l-line-strong bg-sunken text-muted`,
  },
  no_show: {
    Icon: UserX,
    mark: "bg-danger-soft text-danger",
    item: `${ITEM} border-l-danger bg-danger-soft text-fg`,
    isOff: true,
  },
  cancelled: {
    Icon: CircleX,
    mark: PLAIN_MARK,
    item: "border border-line border-l-[3px] border-l-line-strong bg-sunken text-muted",
    isOff: true,
  },
};

/** The icon of a meaning; nothing for a status that is not mapped. */
export function MeaningIcon({ meaning, className }: { meaning: VisitMeaning | null; className?: string }) {
  if (!meaning) return null;
  const { Icon } = MEANING_LOOKS[meaning];
  return <Icon aria-hidden="true" {...(className && { className })} />;
}
