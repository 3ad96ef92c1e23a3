import { Phone as PhoneIcon } from "lucide-react";

/** Shows a phone number that can be called by a tap; nothing without one. */
export function Phone({ number }: { number: string }) {
  if (number === "") return null;
  return (
    <a
      href={`tel:${number.replaceAll(/[^\d+]/g, "")}`}
      // Drawn above the link that covers the row.
      className="relative z-1 inline-block leading-6 text-accent-text tabular-nums underline-offset-4 hover:underline"
    >
      <PhoneIcon aria-hidden="true" className="mr-1 inline-block size-3.5 align-[-0.125em]" />
      {number}
    </a>
  );
}
