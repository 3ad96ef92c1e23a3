import { ArrowUp } from "lucide-react";
import { words } from "./holder-words.ts";

interface NewerRowsProps {
  waiting: number;
  onShow: () => void;
  floats: boolean;
}

/** Says how many new rows wait for a person to leave a list, and shows them. */
export function NewerRows({ waiting, onShow, floats }: NewerRowsProps) {
  const count = (
    <button
      type="button"
      onClick={onShow}
      className={`inline-flex items-center gap-1 rounded-full bg-accent-soft px-2 text-xs leading-5 font-medium text-accent-text tabular-nums ${floats ? "pointer-events-auto px-3 leading-7 shadow-float" : ""}`}
    >
      <ArrowUp aria-hidden="true" className="size-3.5" />
      {words.newRows(waiting)}
    </button>
  );
  return floats ? (
    <div className="pointer-events-none absolute inset-x-0 top-9 z-10 flex justify-center">{count}</div>
  ) : (
    count
  );
}
