import { KindAge } from "#components/jobs/kind-age";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import type { SyncKind } from "#lib/emr/port/sync";
import { numberLocale } from "#lib/kernel/shown-locale";
import { SyncStatus } from "./sync-status.tsx";
import { kindName, progressWords } from "./sync-words.ts";
import { words } from "./words.ts";

/** A kind of record with the state of its sync. */
export interface ListedKind {
  kind: SyncKind;
  /** Null if the EMR does not show these records. */
  sync: SyncKindModel | null;
  /** Why the kind is not fresh, not shown, or read otherwise than it could have been. */
  reason: string | null;
}

/** Returns the kinds of records that are synchronized, then those that the EMR does not show. */
export const listedKinds = (
  synced: readonly SyncKindModel[],
  notShown: LinkedAccountModel["unsupported_kinds"],
): ListedKind[] => [
  ...synced.map((sync) => ({ kind: sync.kind, sync, reason: sync.reason ?? sync.note })),
  ...notShown.map(({ kind, reason }) => ({ kind, sync: null, reason })),
];

interface SetAsideProps {
  sync: SyncKindModel;
  onOpen: (kind: SyncKind) => void;
}

function SetAsideCount({ sync: { kind, set_aside }, onOpen }: SetAsideProps) {
  if (set_aside === 0) return <span className="text-faint">{set_aside}</span>;
  const count = set_aside.toLocaleString(numberLocale());
  return (
    <Button variant="link" aria-label={words.setAsideOf(count, kindName(kind))} onPress={() => onOpen(kind)}>
      {count}
    </Button>
  );
}

function Kind({ listed: { kind, sync }, onOpen }: { listed: ListedKind; onOpen: SetAsideProps["onOpen"] }) {
  if (sync === null) return <span className="text-muted">{kindName(kind)}</span>;
  return (
    <>
      {kindName(kind)}
      <span className="block text-xs text-muted @lg:hidden">
        {progressWords(sync)}
        {sync.set_aside > 0 ? (
          <span className="block">
            <SetAsideCount sync={sync} onOpen={onOpen} /> {words.setAside.toLowerCase()}
          </span>
        ) : null}
      </span>
      <span className="block text-xs text-muted @md:hidden">
        {words.synced} <KindAge sync={sync} />
      </span>
    </>
  );
}

/** Kinds that the EMR does not show stand below all counts. */
const NOT_SHOWN = -1;

/** Returns the columns of the table of kinds of records. `onOpen` shows the records of a kind that were set aside. */
export const syncColumns = (onOpen: (kind: SyncKind) => void): readonly Column<ListedKind>[] => [
  {
    id: "kind",
    title: words.records,
    always: true,
    className: "min-w-28 @max-lg:whitespace-normal",
    sort: ({ kind }) => kindName(kind),
    cell: (listed) => <Kind listed={listed} onOpen={onOpen} />,
  },
  {
    id: "status",
    title: words.state,
    always: true,
    grow: 1,
    className: "whitespace-normal break-words",
    sort: ({ sync }) => sync?.status ?? "not_shown",
    cell: ({ sync, reason }) => (
      <>
        <SyncStatus status={sync?.status ?? "not_shown"} />
        {reason ? <span className="block max-w-96 text-xs text-muted">{reason}</span> : null}
      </>
    ),
  },
  {
    id: "rows",
    title: words.read,
    end: true,
    hideBelow: "lg",
    sort: ({ sync }) => sync?.rows ?? NOT_SHOWN,
    cell: ({ sync }) => (sync ? <span className="text-muted">{progressWords(sync)}</span> : null),
  },
  {
    id: "pages",
    title: words.pages,
    end: true,
    hideBelow: "2xl",
    sort: ({ sync }) => sync?.pages ?? NOT_SHOWN,
    cell: ({ sync }) => (sync ? <span className="text-muted">{sync.pages.toLocaleString(numberLocale())}</span> : null),
  },
  {
    id: "set_aside",
    title: words.setAside,
    end: true,
    hideBelow: "lg",
    sort: ({ sync }) => sync?.set_aside ?? NOT_SHOWN,
    cell: ({ sync }) => (sync ? <SetAsideCount sync={sync} onOpen={onOpen} /> : null),
  },
  {
    id: "synced_at",
    title: words.synced,
    end: true,
    hideBelow: "md",
    sort: ({ sync }) => sync?.synced_at ?? "",
    cell: ({ sync }) =>
      sync ? (
        <span className="text-muted">
          <KindAge sync={sync} />
        </span>
      ) : null,
  },
];
