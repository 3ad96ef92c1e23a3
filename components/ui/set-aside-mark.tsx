import dynamic from "next/dynamic";

// Few records are marked: the mark is in no page's first script.
const SetAsideBadge = dynamic(() => import("./set-aside-badge.tsx").then((module) => module.SetAsideBadge), {
  ssr: false,
});

interface SetAsideMarkProps {
  /** Why the EMR's present state of the record cannot be read; "" or null for a record that is up to date. */
  reason: string | null | undefined;
}

/** Marks a record in a list that is shown as it was read last. */
export const SetAsideMark = ({ reason }: SetAsideMarkProps) => (reason ? <SetAsideBadge reason={reason} /> : null);
