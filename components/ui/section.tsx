import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface SectionProps {
  title: string;
  /** One sentence under the title. */
  note?: ReactNode;
  /** The section's button. */
  action?: ReactNode;
  children: ReactNode;
}

/** Shows a part of the page with its own heading. */
export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className={classes("min-w-0", note !== undefined && "flex-1 basis-64")}>
          <h2 id={id} className="text-lg font-semibold break-words">
            {title}
          </h2>
          {note ? <p className="text-sm text-faint">{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
