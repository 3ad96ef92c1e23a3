import type { ReactNode } from "react";

export interface KeyValueListProps {
  /** `name` is the unique key; labels may repeat. */
  items: readonly { name: string; label: string; value: ReactNode }[];
}

/** Shows a record's fields: labels on the left, values on the right, hairlines between. */
export function KeyValueList({ items }: KeyValueListProps) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ name, label, value }) => (
        <div
          key={name}
          className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 sm:grid-cols-[8.5rem_minmax(0,1fr)] py-1.5"
        >
          <dt className="min-w-0 text-sm break-words text-faint">{label}</dt>
          <dd className="text-sm break-words text-fg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
