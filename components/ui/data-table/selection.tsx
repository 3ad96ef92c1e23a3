"use client";

import { useCallback, useMemo, useState } from "react";
import type { RowKey } from "./column.ts";
import { SelectAll, SelectRow } from "./selection-boxes.tsx";

/** The selected rows of a table. */
export interface Selection {
  keys: ReadonlySet<RowKey>;
  onSelect: (key: RowKey, isSelected: boolean) => void;
  onReplace: (keys: readonly RowKey[]) => void;
  /** The checkboxes, which only tables with a selection load. */
  SelectAll: typeof SelectAll;
  SelectRow: typeof SelectRow;
}

/** Returns the selection of a table's rows; a change of `listKey`, such as other filters, empties it. */
export function useSelection(listKey: string): Selection {
  const [selected, setSelected] = useState<{ of: string; keys: ReadonlySet<RowKey> }>({ of: listKey, keys: new Set() });
  const onSelect = useCallback(
    (key: RowKey, isSelected: boolean) =>
      setSelected((now) => {
        const keys = new Set(now.of === listKey ? now.keys : []);
        if (isSelected) keys.add(key);
        else keys.delete(key);
        return { of: listKey, keys };
      }),
    [listKey],
  );
  const onReplace = useCallback(
    (keys: readonly RowKey[]) => setSelected({ of: listKey, keys: new Set(keys) }),
    [listKey],
  );
  return useMemo(
    () => ({ keys: selected.of === listKey ? selected.keys : new Set(), onSelect, onReplace, SelectAll, SelectRow }),
    [selected, listKey, onSelect, onReplace],
  );
}
