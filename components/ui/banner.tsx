import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const TONES = {
  neutral: { look: "bg-sunken", mark: "text-faint", Icon: Info },
  info: { look: "bg-info-soft", mark: "text-info", Icon: Info },
  success: { look: "bg-success-soft", mark: "text-success", Icon: CircleCheck },
  warning: { look: "bg-warning-soft", mark: "text-warning", Icon: TriangleAlert },
  danger: { look: "bg-danger-soft", mark: "text-danger", Icon: CircleAlert },
};

export interface BannerProps {
  tone: keyof typeof TONES;
  /** The event or the problem. */
  title: ReactNode;
  /** States whether anything was saved, and the next step. */
  children?: ReactNode;
  /** At most one button or link. */
  action?: ReactNode;
  /** True if screen readers announce the banner when it appears: for results of a user action. */
  announce?: boolean;
}

/** Shows a message until its reason is gone. */
export function Banner({ tone, title, children, action, announce = false }: BannerProps) {
  const { look, mark, Icon } = TONES[tone];
  return (
    <div
      {...(announce && { role: "alert" })}
      className={classes("flex flex-wrap items-start gap-2.5 rounded-md px-3 py-2.5 text-sm", look)}
    >
      <Icon aria-hidden="true" className={classes("mt-0.5 size-4 shrink-0", mark)} />
      {/* The text keeps the width of a short line: on a phone the action stands below it. */}
      <div className="min-w-56 flex-1">
        <p className="font-medium text-fg">{title}</p>
        {children && <div className="mt-0.5 text-muted">{children}</div>}
      </div>
      {action}
    </div>
  );
}
