"use client";

import { Fragment, memo } from "react";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import type { DeliveryStatus, EventModel } from "#lib/webhooks/events/model";
import { DELIVERY_LOOKS } from "./delivery-outcome.tsx";
import { words } from "./words.ts";

/** The console's own inbox receives every event and is no partner's target. */
const INBOX = "inbox";

/** Order of the delivery counts: statuses that need action first. */
const ORDER: readonly DeliveryStatus[] = ["failed", "refused", "held", "pending", "succeeded"];

function Deliveries({ deliveries }: Pick<EventModel, "deliveries">) {
  const partners = deliveries.filter(({ target }) => target !== INBOX);
  if (partners.length === 0) return <span className="text-faint">{words.thisConsoleOnly}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {ORDER.map((status) => {
        const count = partners.filter((delivery) => delivery.status === status).length;
        if (count === 0) return null;
        const { Icon, word, className } = DELIVERY_LOOKS[status];
        return (
          <span key={status} className="inline-flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden="true" className={`size-4 ${className}`} />
            {partners.length === 1 ? word : `${count} ${word.toLowerCase()}`}
          </span>
        );
      })}
    </span>
  );
}

/** Positions at which an event type's name may wrap. */
const WORD_ENDS = /(?<=[._])/;

interface LogRowProps {
  entry: EventModel;
  isCurrent: boolean;
  onOpen: (id: string) => void;
}

/** Shows an event of the log. */
export const LogRow = memo(function LogRow({ entry, isCurrent, onOpen }: LogRowProps) {
  const {
    id,
    type,
    job_id: jobId,
    created,
  } = entry.event as { id: string; type: string; job_id?: string; created: string };
  return (
    <TableRow isCurrent={isCurrent}>
      <TableCell className="w-full max-w-0">
        <Link
          coversRow
          href={`?view=log&event=${id}`}
          onClick={(event) => {
            event.preventDefault();
            onOpen(id);
          }}
        >
          <span className="block truncate @max-md:whitespace-normal">
            {type.split(WORD_ENDS).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </span>
        </Link>
      </TableCell>
      <TableCell className="text-muted @max-xl:hidden">{jobId}</TableCell>
      <TableCell className="text-muted">
        <Deliveries deliveries={entry.deliveries} />
      </TableCell>
      <TableCell end className="w-0 whitespace-nowrap text-muted">
        <RelativeTime at={created} />
      </TableCell>
    </TableRow>
  );
});
