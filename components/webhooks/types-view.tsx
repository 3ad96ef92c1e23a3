"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ListContent } from "#components/list-page/list-content";
import { CopyButton } from "#components/ui/copy-button";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { Drawer } from "#components/ui/drawer";
import { changeSubscription, subscriptions } from "#lib/browser/api/subscriptions";
import { useAccountId } from "#lib/browser/session/account";
import { eventSample } from "#lib/webhooks/events/samples";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { words as pageWords } from "./page-words.ts";
import { type ListedType, typesColumns } from "./types-columns.tsx";
import { TYPES, words } from "./words.ts";

const keyOf = ({ type }: ListedType) => type;

/** Shows a sample event of a type, as it is posted. */
function Sample({ type, onClose }: { type: string; onClose: () => void }) {
  const text = JSON.stringify(eventSample(type), null, 2);
  return (
    <Drawer isOpen onClose={onClose} title={type} detail={words.samplePayload}>
      <div className="flex flex-col gap-3">
        <pre className="rounded-md bg-sunken p-3 font-code text-xs leading-5 break-all whitespace-pre-wrap">{text}</pre>
        <div>
          <CopyButton label={words.copyTheSample} text={text} />
        </div>
      </div>
    </Drawer>
  );
}

/** Lists the event types with their subscriptions and samples. */
export function TypesView() {
  const accountId = useAccountId();
  const query = useQuery(subscriptions(accountId));
  const { mutate, error, variables } = useMutation(changeSubscription(useQueryClient(), accountId));
  const [sample, setSample] = useState<string | null>(null);
  const table = useTable(
    "event-types",
    useMemo(() => typesColumns({ onSubscribe: mutate, onSample: setSample }), [mutate]),
  );
  const types = useMemo(() => {
    const subscribed = new Set(query.data);
    return EVENT_TYPES.map((type) => ({ type, isSubscribed: subscribed.has(type) }));
  }, [query.data]);
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{words.subscriptionsNote}</p>
      <p role="status" className="text-sm text-danger empty:hidden">
        {error ? `${words.notChanged(variables.type)}: ${error.message}` : null}
      </p>
      <ListContent
        things={TYPES}
        table={table}
        query={query}
        counted={{ loaded: query.data ? types.length : null, hasMore: false }}
        empty={null}
      >
        <DataTable label={pageWords.eventTypes} table={table} rows={types} keyOf={keyOf} current={sample} isUneven />
      </ListContent>
      {sample ? <Sample key={sample} type={sample} onClose={() => setSample(null)} /> : null}
    </>
  );
}
