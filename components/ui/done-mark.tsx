import { CircleCheck } from "lucide-react";
import { words } from "./holder-words.ts";

/**
 * Marks a row that is no longer in its list, and stays because a person points at the list. In a table it stands in the cell's padding,
 * so that the row keeps its height; in a narrow place it is the icon alone.
 */
export const DoneMark = () => (
  <span
    data-done=""
    className="mr-2 inline-block align-top text-sm text-faint [td_&]:relative [td_&]:mr-0 [td_&]:block [td_&]:h-0"
    title={words.leftTheList}
  >
    <span className="inline-flex items-center gap-1 [td_&]:absolute [td_&]:top-1 [td_&]:-left-3">
      <CircleCheck aria-hidden="true" className="size-3.5 shrink-0 [td_&]:size-3" />
      <span className="in-data-narrow:sr-only [td_&]:sr-only">{words.done}</span>
    </span>
  </span>
);
