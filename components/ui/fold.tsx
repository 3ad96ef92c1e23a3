import { ChevronRight } from "lucide-react";
import type { ReactNode, Ref } from "react";

interface FoldProps {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLDetailsElement>;
}

/** Hides what few people need until they ask for it. */
export function Fold({ label, children, ref }: FoldProps) {
  return (
    <details ref={ref} className="group border-t border-line pt-3">
      <summary className="flex w-fit list-none items-center gap-2 rounded-sm text-sm font-medium text-muted hover:text-fg pointer-coarse:py-2.5">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90 motion-safe:transition-transform" />
        {label}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}
