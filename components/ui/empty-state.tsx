import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** A lucide icon. */
  icon?: ReactNode;
  /** Names the missing content. */
  title: string;
  /** The next step. */
  children?: ReactNode;
  /** The button for the next step. */
  action?: ReactNode;
  /** Replaces the title and the next step, if there is a better reason for the emptiness. */
  instead?: { title: string; children?: string } | null;
}

/** Replaces an empty list. */
export function EmptyState({ icon, instead, ...usual }: EmptyStateProps) {
  const { title, children, action }: Omit<EmptyStateProps, "icon" | "instead"> = instead ?? usual;
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon && (
        <span className="mb-3 flex size-10 items-center justify-center rounded-full bg-sunken text-faint [&_svg]:size-5">
          {icon}
        </span>
      )}
      <p className="text-base font-medium text-fg">{title}</p>
      {children && <div className="mt-1 max-w-80 text-sm text-balance text-faint">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
