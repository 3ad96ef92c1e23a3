"use client";

import { useCallback, useMemo, useState } from "react";
import { words } from "#components/ui/words.ts";
import type { RowKey } from "./column.ts";

/** The selected rows of a table. */
export interface Selection {
  keys: ReadonlySet<RowKey>;
  onSelect: (key: RowKey, isSelected: boolean) => void;
  onReplace: (keys: readonly RowKey[]) => void;
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
    () => ({ keys: selected.of === listKey ? selected.keys : new Set(), onSelect, onReplace }),
    [selected, listKey, onSelect, onReplace],
  );
}

const BOX = "relative z-1 block size-4 cursor-default accent-accent pointer-coarse:size-5";

/** The head of the column of checkboxes: selects every loaded row, or none. */
export function SelectAll({ keys, selection }: { keys: readonly RowKey[]; selection: Selection }) {
  const count = keys.filter((key) => selection.keys.has(key)).length;
  return (
    <th scope="col" className="w-0 border-b border-line pl-4">
      <input
        type="checkbox"
        aria-label={words.selectEveryLoadedRow}
        checked={count > 0 && count === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < keys.length;
        }}
        onChange={({ currentTarget }) => selection.onReplace(currentTarget.checked ? keys : [])}
        className={BOX}
      />
    </th>
  );
}

interface SelectRowProps {
  rowKey: RowKey;
  isSelected: boolean;
  onSelect: Selection["onSelect"];
}

/** Selects one row. */
export function SelectRow({ rowKey, isSelected, onSelect }: SelectRowProps) {
  return (
    <td className="w-0 pl-4">
      <input
        type="checkbox"
        aria-label={words.selectRow(rowKey)}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(rowKey, currentTarget.checked)}
        className={BOX}
      />
    </td>
  );
}
