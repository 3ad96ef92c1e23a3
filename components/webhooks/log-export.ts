import type { CsvColumn } from "#components/ui/export-csv";
import type { EventModel } from "#lib/webhooks/events/model";

const partnersOf = ({ deliveries }: EventModel) => deliveries.filter(({ target }) => target !== "inbox");

/** The columns of an export of events: one row per event, its deliveries side by side. */
export const EVENT_COLUMNS: readonly CsvColumn<EventModel>[] = [
  ["Event", ({ event }) => String(event.id)],
  ["Type", ({ event }) => String(event.type)],
  ["Job", ({ event }) => (event.job_id === undefined ? "" : String(event.job_id))],
  ["When", ({ event }) => String(event.created)],
  [
    "Targets",
    (entry) =>
      partnersOf(entry)
        .map(({ target }) => target)
        .join(" "),
  ],
  [
    "Statuses",
    (entry) =>
      partnersOf(entry)
        .map(({ status }) => status)
        .join(" "),
  ],
  ["Attempts", (entry) => partnersOf(entry).reduce((sum, { attempts }) => sum + attempts.length, 0)],
];
