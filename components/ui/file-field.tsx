"use client";

import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { classes } from "./classes.ts";
import { CONTROL, FIELD } from "./control-look.ts";
import type { FieldProps } from "./field.tsx";

export interface FileFieldProps extends FieldProps {
  /** Types of files that the system's window offers, such as `application/pdf,.txt`. */
  accept: string;
  /** What is said of the chosen file; null if none is chosen. */
  chosen: string | null;
  onChoose: (file: File | null) => void;
}

/** Chooses a file, also by dropping one on it. */
export function FileField({ label, help, error, required, name, accept, chosen, onChoose, onBlur }: FileFieldProps) {
  const id = useId();
  const note = error ?? (chosen === null ? help : chosen);
  return (
    <div className={FIELD}>
      <label htmlFor={id} className="text-sm font-medium text-fg">
        {label}
      </label>
      <input
        id={id}
        type="file"
        name={name}
        accept={accept}
        required={required ?? false}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-note`}
        data-invalid={error ? true : undefined}
        onBlur={onBlur}
        onChange={({ currentTarget: { files } }) => onChoose(files?.[0] ?? null)}
        className={classes(
          CONTROL,
          "p-1 text-sm outline-offset-2 focus-visible:outline-2",
          "file:mr-3 file:h-7 file:rounded file:border-0 file:bg-sunken file:px-2.5 file:font-medium file:text-fg",
        )}
      />
      <p
        id={`${id}-note`}
        role={error ? "alert" : undefined}
        className={classes("flex items-start gap-1 text-xs wrap-anywhere", error ? "text-danger" : "text-faint")}
      >
        {error ? <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" /> : null}
        {note}
      </p>
    </div>
  );
}
