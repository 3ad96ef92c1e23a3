import { Trash2 } from "lucide-react";
import type { Column } from "#components/ui/data-table/column.ts";
import { IconButton } from "#components/ui/icon-button";
import { RelativeTime } from "#components/ui/relative-time";
import type { EmbedOriginModel } from "#lib/administration/embedding/model";
import { words } from "./words.ts";

/** Returns the columns of the table of origins. */
export const originsColumns = (onRemove: (origin: EmbedOriginModel) => void): readonly Column<EmbedOriginModel>[] => [
  {
    id: "origin",
    title: words.origin,
    always: true,
    grow: 1,
    className: "whitespace-normal break-all",
    sort: ({ origin }) => origin,
    cell: ({ origin }) => <span className="font-medium">{origin}</span>,
  },
  {
    id: "created_at",
    title: words.registered,
    end: true,
    hideBelow: "sm",
    sort: ({ created_at }) => created_at,
    cell: ({ created_at }) => (
      <span className="text-muted">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (origin) => (
      <IconButton label={words.removeNamed(origin.origin)} onPress={() => onRemove(origin)}>
        <Trash2 />
      </IconButton>
    ),
  },
];
