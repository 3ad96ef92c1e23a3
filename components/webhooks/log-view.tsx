"use client";

import { ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { ListContent } from "#components/list-page/list-content";
import { viewsOf } from "#components/list-page/list-views.ts";
import { SavedViews } from "#components/list-page/saved-views";
import { Button } from "#components/ui/button";
import { DataTable } from "#components/ui/data-table/data-table";
import { useSelection } from "#components/ui/data-table/selection";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
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
import { EVENTS, words } from "./words.ts";

const EventDrawer = dynamic(() => import("./event-drawer.tsx").then((module) => module.EventDrawer), { ssr: false });

const idOf = ({ event }: EventModel) => String(event.id);

/** Lists the account's events with the results of their deliveries, live. */
export function LogView() {
  const account = useAccount();
  const mayRedeliver = useMay("events:redeliver");
  const { filters, change, clear, filtered } = useListFilters(LOG_FILTERS);
  const [open, setOpen] = useQueryState("event", parseAsString.withOptions({ history: "push" }));
  const asked = toEventFilters(filters, account.timezone);
  const { query, rows, more, counted, listKey } = useRows(eventList(account.id, asked));
  const table = useTable(
    "events",
    useMemo(() => logColumns(account.id, (id) => void setOpen(id)), [account.id, setOpen]),
  );
  const selection = useSelection(listKey);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <LogFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />
        <span className="flex flex-wrap items-center gap-2">
          <SavedViews {...viewsOf("events", { filters, change }, table)} />
          {mayRedeliver ? <RedeliverButton filters={filters} /> : null}
        </span>
      </div>
      <ListContent
        things={EVENTS}
        table={table}
        query={query}
        listKey={listKey}
        counted={counted}
        selection={selection}
        bulk={mayRedeliver ? <RedeliverSelected ids={[...selection.keys].map(String)} /> : null}
        exported={
          <ExportCsv
            fileName="webhook events.csv"
            read={async (onProgress) => ({
              rows: await allEvents(account.id, asked, onProgress),
              columns: (await import("./log-export.ts")).EVENT_COLUMNS,
            })}
          />
        }
        onClear={filtered ? clear : undefined}
        empty={
          <EmptyState icon={<ScrollText aria-hidden="true" />} title={words.noEventsYet}>
            {words.noEventsHint}
          </EmptyState>
        }
      >
        <DataTable
          label={words.events}
          table={table}
          rows={rows}
          keyOf={idOf}
          current={open}
          isUneven
          selection={selection}
        />
      </ListContent>
      {more ? (
        <Button pending={query.isFetchingNextPage} onPress={more} className="self-center">
          {words.showOlder}
        </Button>
      ) : null}
      {open ? <EventDrawer key={open} id={open} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}
