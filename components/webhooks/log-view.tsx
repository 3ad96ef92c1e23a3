"use client";

import { ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback } from "react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { HeldList } from "#components/ui/held-list";
import { ListBody } from "#components/ui/list-body";
import { Table, TableHead } from "#components/ui/table";
import { eventList } from "#lib/browser/api/events";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import type { EventModel } from "#lib/webhooks/events/model";
import { LogFilterBar } from "./log-filter-bar.tsx";
import { LOG_FILTERS, toEventFilters } from "./log-filters.ts";
import { LogRow } from "./log-row.tsx";
import { RedeliverButton } from "./redeliver-button.tsx";

const EventDrawer = dynamic(() => import("./event-drawer.tsx").then((module) => module.EventDrawer), { ssr: false });

const COLUMNS = [
  { title: "Event" },
  { title: "Job", className: "@max-xl:hidden" },
  { title: "Deliveries" },
  { title: "When", end: true },
];

const idOf = ({ event }: EventModel) => String(event.id);

/** Lists the account's events with the results of their deliveries, live. */
export function LogView() {
  const account = useAccount();
  const { filters, change, clear, filtered } = useListFilters(LOG_FILTERS);
  const [open, setOpen] = useQueryState("event", parseAsString.withOptions({ history: "push" }));
  const asked = toEventFilters(filters, account.timezone);
  const { query, rows, more } = useRows(eventList(account.id, asked));
  const show = useCallback((id: string) => void setOpen(id), [setOpen]);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <LogFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />
        <RedeliverButton filters={filters} />
      </div>
      <ListBody
        things="events"
        query={query}
        count={rows.length}
        onClear={filtered ? clear : undefined}
        empty={
          <EmptyState icon={<ScrollText aria-hidden="true" />} title="No events yet">
            Every operation that is sent to the EMR ends in an event, which is listed here.
          </EmptyState>
        }
      >
        <HeldList rows={rows} listKey={JSON.stringify(asked)} idOf={idOf} things={["event", "events"]}>
          {(shown) => (
            <Table label="Events">
              <TableHead columns={COLUMNS} />
              <tbody>
                {shown.map((entry) => (
                  <LogRow key={idOf(entry)} entry={entry} isCurrent={idOf(entry) === open} onOpen={show} />
                ))}
              </tbody>
            </Table>
          )}
        </HeldList>
      </ListBody>
      {more ? (
        <Button pending={query.isFetchingNextPage} onPress={more} className="self-center">
          Show older events
        </Button>
      ) : null}
      {open ? <EventDrawer key={open} id={open} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
