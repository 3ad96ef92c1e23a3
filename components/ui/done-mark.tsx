import { CircleCheck } from "lucide-react";
import { words } from "./holder-words.ts";

/** Marks a row that is no longer in its list, and stays because a person points at the list. */
export const DoneMark = () => (
  <span className="mr-2 inline-flex items-center gap-1 align-top text-sm text-faint" title={words.leftTheList}>
    <CircleCheck aria-hidden="true" className="size-3.5 shrink-0" />
    {words.done}
  </span>
);
