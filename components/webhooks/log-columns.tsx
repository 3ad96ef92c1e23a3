import { Fragment } from "react";
import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
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

/** Number of attempts to deliver an event to partners. */
const attemptsOf = (deliveries: EventModel["deliveries"]): number =>
  deliveries.reduce((sum, { target, attempts }) => sum + (target === INBOX ? 0 : attempts.length), 0);

/** Positions at which an event type's name may wrap. */
const WORD_ENDS = /(?<=[._])/;

const headOf = ({ event }: EventModel) => event as { id: string; type: string; job_id?: string; created: string };

/** Returns the columns of the log of events. */
export const logColumns = (accountId: string, onOpen: (id: string) => void): readonly Column<EventModel>[] => [
  {
    id: "type",
    title: words.event,
    grow: 3,
    always: true,
    sort: (entry) => headOf(entry).type,
    cell: (entry) => {
      const { id, type } = headOf(entry);
      return (
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
      );
    },
  },
  {
    id: "job_id",
    title: words.job,
    hideBelow: "xl",
    sort: (entry) => Number(headOf(entry).job_id ?? 0),
    cell: (entry) => {
      const { job_id: jobId } = headOf(entry);
      return jobId === undefined ? null : (
        <span className="relative z-1">
          <Link href={`/a/${accountId}/jobs/${jobId}`}>{jobId}</Link>
        </span>
      );
    },
  },
  {
    id: "deliveries",
    title: words.deliveries,
    grow: 2,
    cell: (entry) => (
      <span className="text-muted">
        <Deliveries deliveries={entry.deliveries} />
      </span>
    ),
  },
  {
    id: "attempts",
    title: words.attempts,
    end: true,
    optional: true,
    hideBelow: "3xl",
    sort: ({ deliveries }) => attemptsOf(deliveries),
    cell: ({ deliveries }) => attemptsOf(deliveries),
  },
  {
    id: "created",
    title: words.when,
    end: true,
    hideBelow: "md",
    sort: (entry) => headOf(entry).created,
    cell: (entry) => (
      <span className="text-muted">
        <RelativeTime at={headOf(entry).created} />
      </span>
    ),
  },
];
