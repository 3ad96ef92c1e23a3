"use client";

import { Columns3 } from "lucide-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { Skeleton } from "#components/ui/skeleton";
import { words } from "#components/ui/words.ts";
import { countWords } from "./count-words.ts";
import type { Selection } from "./selection.tsx";
import type { TableState } from "./use-table.ts";

const ColumnChoice = dynamic(() => import("./column-choice.tsx").then((module) => module.ColumnChoice), {
  ssr: false,
  loading: () => <Skeleton className="m-3 h-24 w-48" />,
});

interface TableBarProps<Row> {
  table: TableState<Row>;
  /** The entries' name, singular and plural. */
  things: readonly [one: string, several: string];
  /** Number of loaded rows; null while the first are loading. */
  loaded: number | null;
  /** Number of all matching rows, if the server has counted them. */
  total?: number | null | undefined;
  /** True if more rows follow the loaded ones. */
  hasMore: boolean;
  /** Sums of all matching rows, such as amounts of money. */
  sums?: ReactNode;
  selection?: Selection | undefined;
  /** The actions on the selected rows. */
  bulk?: ReactNode;
  /** Buttons of the whole list, such as an export. */
  children?: ReactNode;
}

/**
 * Shows above a table how many rows there are, what can be done with the selected ones, and the choice of columns. Above
 * an empty table there is nothing to export or to arrange.
 */
export function TableBar<Row>(props: TableBarProps<Row>) {
  const { table, things, loaded, total = null, hasMore, sums, selection, bulk, children } = props;
  const selected = selection?.keys.size ?? 0;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
      <p role="status">
        {selected > 0 ? <span className="font-medium text-fg">{`${words.selected(selected)} · `}</span> : null}
        {loaded === null ? null : countWords(things, { loaded, total, hasMore })}
        {table.isSortedHere && hasMore ? words.sortedAmongLoaded : null}
      </p>
      {sums}
      {selected > 0 ? (
        <>
          {bulk}
          <Button variant="quiet" size="sm" onPress={() => selection?.onReplace([])}>
            {words.clearTheSelection}
          </Button>
        </>
      ) : null}
      <span className={loaded === 0 ? "hidden" : "ml-auto flex flex-wrap items-center gap-2"}>
        {children}
        <DialogTrigger>
          <Button size="sm" variant="quiet" icon={<Columns3 aria-hidden="true" />} aria-label={words.columns}>
            <span className="max-sm:sr-only">{words.columns}</span>
          </Button>
          <Popover placement="bottom end">
            <Dialog aria-label={words.columns} className="outline-none">
              <ColumnChoice
                all={table.all}
                columns={table.columns}
                switched={table.switched}
                onSwitch={table.onSwitch}
              />
            </Dialog>
          </Popover>
        </DialogTrigger>
      </span>
    </div>
  );
}
