"use client";

import { TriangleAlert } from "lucide-react";
import { CopyButton } from "./copy-button.tsx";
import { words } from "./words.ts";

interface ShownOnceProps {
  /** The secret's name: "Signing secret". */
  label: string;
  secret: string;
}

/** Shows a secret that is displayed only once, with a copy button. */
export function ShownOnce({ label, secret }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium text-fg">{label}</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 py-1.5 font-code text-sm break-all text-fg">{secret}</code>
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={secret} iconOnly />
      </div>
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
        {words.shownOnce}
      </p>
    </div>
  );
}
