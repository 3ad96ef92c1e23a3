import { Braces } from "lucide-react";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import { Switch } from "#components/ui/switch";
import { words } from "./words.ts";

/** An event type with its subscription. */
export interface ListedType {
  type: string;
  isSubscribed: boolean;
}

interface ColumnsContext {
  onSubscribe: (change: { type: string; wanted: boolean }) => void;
  onSample: (type: string) => void;
}

/**
 * Returns the columns of the table of event types. It cannot be sorted by the subscription: a row would move away from
 * the pointer when it is switched.
 */
export const typesColumns = ({ onSubscribe, onSample }: ColumnsContext): readonly Column<ListedType>[] => [
  {
    id: "type",
    title: words.eventType,
    always: true,
    grow: 1,
    className: "whitespace-normal break-all",
    sort: ({ type }) => type,
    cell: ({ type }) => type,
  },
  {
    id: "subscribed",
    title: words.subscribed,
    always: true,
    cell: ({ type, isSubscribed }) => (
      <Switch
        label={words.isSent(type)}
        hideLabel
        isOn={isSubscribed}
        onChange={(wanted) => onSubscribe({ type, wanted })}
      />
    ),
  },
  {
    id: "sample",
    title: words.sample,
    end: true,
    always: true,
    cell: ({ type }) => (
      <Button
        size="sm"
        variant="quiet"
        icon={<Braces aria-hidden="true" />}
        aria-label={words.sampleOf(type)}
        onPress={() => onSample(type)}
      >
        {words.sample}
      </Button>
    ),
  },
];
