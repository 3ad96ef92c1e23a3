import { Phone as PhoneIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A phone number that can be called by a tap, on one line; nothing without one. */
export function PhoneLink({ number, icon, className }: { number: string; icon?: ReactNode; className?: string }) {
  if (number === "") return null;
  return (
    <a
      href={`tel:${number.replaceAll(/[^\d+]/g, "")}`}
      className={classes("rounded-sm whitespace-nowrap underline-offset-4 hover:underline", className)}
    >
      {icon}
      {number}
    </a>
  );
}

/** Shows a phone number with the mark of a call in a row that opens something by itself; nothing without one. */
export const Phone = ({ number }: { number: string }) => (
  <PhoneLink
    number={number}
    icon={<PhoneIcon aria-hidden="true" className="mr-1 inline-block size-3.5 align-[-0.125em]" />}
    // Drawn above the link that covers the row.
    className="relative z-1 inline-block leading-6 text-accent-text tabular-nums"
  />
);
