"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Drawer } from "#components/ui/drawer";
import { ListBody } from "#components/ui/list-body";
import { Switch } from "#components/ui/switch";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import { changeSubscription, subscriptions } from "#lib/browser/api/subscriptions";
import { useAccountId } from "#lib/browser/session/account";
import { eventSample } from "#lib/webhooks/events/samples";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { words } from "./words.ts";

const COLUMNS = [{ title: words.eventType }, { title: words.subscribed }, { title: words.sample, end: true }];

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
  const change = useMutation(changeSubscription(useQueryClient(), accountId));
  const [sample, setSample] = useState<string | null>(null);
  const subscribed = new Set(query.data);
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{words.subscriptionsNote}</p>
      <p role="status" className="text-sm text-danger empty:hidden">
        {change.error ? `${change.variables.type} was not changed: ${change.error.message}` : null}
      </p>
      <ListBody
        things="event types"
        query={{ ...query, isPlaceholderData: false }}
        count={query.data ? EVENT_TYPES.length : 0}
        empty={null}
      >
        <Table label={words.eventTypes}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {EVENT_TYPES.map((type) => (
              <TableRow key={type} isCurrent={type === sample}>
                <TableCell className="w-full break-all">{type}</TableCell>
                <TableCell className="w-0 whitespace-nowrap">
                  <Switch
                    label={`${type} is sent`}
                    hideLabel
                    isOn={subscribed.has(type)}
                    onChange={(wanted) => change.mutate({ type, wanted })}
                  />
                </TableCell>
                <TableCell end className="w-0 whitespace-nowrap">
                  <Button
                    size="sm"
                    variant="quiet"
                    icon={<Braces aria-hidden="true" />}
                    aria-label={`Sample of ${type}`}
                    onPress={() => setSample(type)}
                  >
                    {words.sample}
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </ListBody>
      {sample ? <Sample key={sample} type={sample} onClose={() => setSample(null)} /> : null}
    </>
  );
}
