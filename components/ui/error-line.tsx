import { CircleAlert } from "lucide-react";

/** The mark before an error's text. */
export const ErrorMark = () => <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />;

/** The error of a group of fields, which names it as its description by the id. */
export function ErrorLine({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-danger">
      <ErrorMark />
      {children}
    </p>
  );
}
