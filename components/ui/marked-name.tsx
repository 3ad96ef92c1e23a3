import type { ReactNode } from "react";
import { SetAsideMark } from "./set-aside-mark.tsx";

interface MarkedNameProps {
  /** As of SetAsideMark. */
  reason: string | null | undefined;
  children: ReactNode;
}

/** A record's name in a table, and the mark beside it, which stays whole where the name is cut off. */
export const MarkedName = ({ reason, children }: MarkedNameProps) =>
  reason ? (
    <span className="flex items-center">
      <span className="truncate">{children}</span>
      <SetAsideMark reason={reason} />
    </span>
  ) : (
    children
  );
