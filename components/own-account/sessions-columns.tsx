import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import type { SessionModel } from "#lib/administration/own-account/model";
import { words } from "./words.ts";

interface ColumnsContext {
  /** Id of the session that is being ended; undefined if none is. */
  ending: string | null | undefined;
  onEnd: (id: string) => void;
}

/** Returns the columns of the table of sessions. */
export const sessionsColumns = ({ ending, onEnd }: ColumnsContext): readonly Column<SessionModel>[] => [
  {
    id: "device",
    title: words.device,
    always: true,
    grow: 1,
    sort: ({ device }) => device,
    cell: ({ device, current }) => (
      <span className="flex items-center gap-2">
        <span className="truncate" title={device}>
          {device}
        </span>
        {current ? <Badge tone="info">{words.thisOne}</Badge> : null}
      </span>
    ),
  },
  {
    id: "address",
    title: words.address,
    hideBelow: "xl",
    sort: ({ address }) => address ?? "",
    cell: ({ address }) => <span className="text-muted">{address}</span>,
  },
  {
    id: "started_at",
    title: words.signedIn,
    end: true,
    hideBelow: "lg",
    sort: ({ started_at }) => started_at,
    cell: ({ started_at }) => (
      <span className="text-muted">
        <RelativeTime at={started_at} />
      </span>
    ),
  },
  {
    id: "seen_at",
    title: words.lastActive,
    end: true,
    hideBelow: "sm",
    sort: ({ seen_at }) => seen_at,
    cell: ({ seen_at }) => (
      <span className="text-muted">
        <RelativeTime at={seen_at} />
      </span>
    ),
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: ({ id, device, current }) =>
      current ? null : (
        <Button size="sm" aria-label={words.signOutOf(device)} pending={ending === id} onPress={() => onEnd(id)}>
          {words.signOut}
        </Button>
      ),
  },
];
