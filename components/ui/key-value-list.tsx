import type { ReactNode } from "react";

export interface KeyValueListProps {
  /** `name` tells entries of the same label apart. */
  items: readonly { name: string; label: string; value: ReactNode }[];
}

/** What is known of one thing: labels on the left, values on the right, hairlines between. */
export function KeyValueList({ items }: KeyValueListProps) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ name, label, value }) => (
        <div key={name} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3 py-1.5">
          <dt className="text-sm text-faint">{label}</dt>
          <dd className="text-sm break-words text-fg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
