import { words } from "#components/ui/words.ts";
import type { RowKey } from "./column.ts";

const BOX = "relative z-1 block size-4 cursor-default accent-accent pointer-coarse:size-5";

interface AllRows {
  keys: ReadonlySet<RowKey>;
  onReplace: (keys: readonly RowKey[]) => void;
}

/** The head of the column of checkboxes: selects every loaded row, or none. */
export function SelectAll({ keys, selection }: { keys: readonly RowKey[]; selection: AllRows }) {
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
  onSelect: (key: RowKey, isSelected: boolean) => void;
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
