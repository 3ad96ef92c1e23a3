import { Download } from "lucide-react";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { formatDate } from "#components/ui/time-words";
import { numberLocale } from "#lib/kernel/shown-locale";
import type { DowntimePacketModel } from "#lib/resources/downtime-packets/model";
import { words } from "./words.ts";

interface ColumnsContext {
  /** Id of the file that is being saved; undefined if none is. */
  saving: string | undefined;
  onSave: (id: string) => void;
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_024).toLocaleString(numberLocale())} kB`;

/** Why and when a file was created. */
function Origin({ packet: { made, created_at } }: { packet: DowntimePacketModel }) {
  return (
    <>
      {made === "evening" ? words.eachEvening : words.onRequest}, <RelativeTime at={created_at} />
    </>
  );
}

/** Returns the columns of the table of encrypted files. */
export const packetsColumns = ({ saving, onSave }: ColumnsContext): readonly Column<DowntimePacketModel>[] => [
  {
    id: "day",
    title: words.day,
    always: true,
    grow: 1,
    sort: ({ day }) => day,
    cell: (packet) => (
      <>
        {formatDate(packet.day)}
        <span className="block truncate text-xs text-faint @md:hidden">
          <Origin packet={packet} />
        </span>
      </>
    ),
  },
  {
    id: "created_at",
    title: words.created,
    hideBelow: "md",
    sort: ({ created_at }) => created_at,
    cell: (packet) => (
      <span className="text-muted">
        <Origin packet={packet} />
      </span>
    ),
  },
  {
    id: "size",
    title: words.size,
    end: true,
    hideBelow: "lg",
    sort: ({ size }) => size,
    cell: ({ size }) => <span className="text-muted">{kilobytes(size)}</span>,
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: ({ id, day }) => (
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        aria-label={words.saveOf(formatDate(day))}
        pending={saving === id}
        onPress={() => onSave(id)}
      >
        {words.save}
      </Button>
    ),
  },
];
