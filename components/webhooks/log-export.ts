import type { CsvColumn } from "#components/ui/export-csv";
import type { EventModel } from "#lib/webhooks/events/model";
import { words } from "./words.ts";

const partnersOf = ({ deliveries }: EventModel) => deliveries.filter(({ target }) => target !== "inbox");

/** The columns of an export of events: one row per event, its deliveries side by side. */
export const EVENT_COLUMNS: readonly CsvColumn<EventModel>[] = [
  [words.event, ({ event }) => String(event.id)],
  [words.type, ({ event }) => String(event.type)],
  [words.job, ({ event }) => (event.job_id === undefined ? "" : String(event.job_id))],
  [words.when, ({ event }) => String(event.created)],
  [
    words.targets,
    (entry) =>
      partnersOf(entry)
        .map(({ target }) => target)
        .join(" "),
  ],
  [
    words.statuses,
    (entry) =>
      partnersOf(entry)
        .map(({ status }) => status)
        .join(" "),
  ],
  [words.attempts, (entry) => partnersOf(entry).reduce((sum, { attempts }) => sum + attempts.length, 0)],
];
