import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const TONES = {
  // On the color of a selected row the usual background could not be seen.
  neutral: "bg-hover text-muted in-data-current:bg-surface",
  info: "bg-info-soft text-info",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

export type Tone = keyof typeof TONES;

export interface BadgeProps {
  tone?: Tone;
  /** A lucide icon. With a tone other than neutral, its shape carries the meaning of the color. */
  icon?: ReactNode;
  children: ReactNode;
}

/** Shows a word or two on a tinted background. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex h-5 items-center align-middle gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap [&_svg]:-ml-0.5 [&_svg]:size-3.5",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** How a status is shown: its word, with a tone and an icon. */
export interface Look {
  word: string;
  tone: Tone;
  icon: ReactNode;
}

/** Shows a status by its look; `word` replaces the look's own. */
export function StatusBadge({ look, word = look.word }: { look: Look; word?: string | undefined }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {word}
    </Badge>
  );
}
