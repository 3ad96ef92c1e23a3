"use client";

import { ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { Button } from "#components/ui/button";
import { DataTable } from "#components/ui/data-table/data-table";
import { useSelection } from "#components/ui/data-table/selection";
import { TableBar } from "#components/ui/data-table/table-bar";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { HeldList } from "#components/ui/held-list";
import { ListBody } from "#components/ui/list-body";
import { allEvents, eventList } from "#lib/browser/api/events";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useMay } from "#lib/browser/session/account";
import type { EventModel } from "#lib/webhooks/events/model";
import { logColumns } from "./log-columns.tsx";
import { LogFilterBar } from "./log-filter-bar.tsx";
import { LOG_FILTERS, toEventFilters } from "./log-filters.ts";
import { RedeliverButton } from "./redeliver-button.tsx";
import { RedeliverSelected } from "./redeliver-selected.tsx";

const EventDrawer = dynamic(() => import("./event-drawer.tsx").then((module) => module.EventDrawer), { ssr: false });

const EVENTS = ["event", "events"] as const;

const idOf = ({ event }: EventModel) => String(event.id);

/** Lists the account's events with the results of their deliveries, live. */
export function LogView() {
  const account = useAccount();
  const mayRedeliver = useMay("events:redeliver");
  const { filters, change, clear, filtered } = useListFilters(LOG_FILTERS);
  const [open, setOpen] = useQueryState("event", parseAsString.withOptions({ history: "push" }));
  const asked = toEventFilters(filters, account.timezone);
  const { query, rows, more, counted } = useRows(eventList(account.id, asked));
  const table = useTable(
    "events",
    useMemo(() => logColumns(account.id, (id) => void setOpen(id)), [account.id, setOpen]),
  );
  const listKey = JSON.stringify(asked);
  const selection = useSelection(listKey);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <LogFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />
        {mayRedeliver ? <RedeliverButton filters={filters} /> : null}
      </div>
      <TableBar
        table={table}
        things={EVENTS}
        {...counted}
        selection={selection}
        bulk={mayRedeliver ? <RedeliverSelected ids={[...selection.keys].map(String)} /> : null}
      >
        <ExportCsv
          fileName="webhook events.csv"
          read={async (onProgress) => ({
            rows: await allEvents(account.id, asked, onProgress),
            columns: (await import("./log-export.ts")).EVENT_COLUMNS,
          })}
        />
      </TableBar>
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
        <HeldList rows={rows} listKey={listKey} idOf={idOf} things={EVENTS}>
          {(shown) => (
            <DataTable
              label="Events"
              table={table}
              rows={shown}
              keyOf={idOf}
              current={open}
              isUneven
              selection={selection}
            />
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
