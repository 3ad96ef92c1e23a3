import { Button } from "#components/ui/button";
import { words } from "#components/ui/words.ts";

interface ColumnChoiceProps {
  /** Every column, hidden ones included. */
  all: readonly { id: string; title: string; always?: boolean }[];
  columns: readonly { id: string }[];
  /** Ids of the columns whose usual visibility is switched. */
  switched: readonly string[];
  onSwitch: (switched: readonly string[]) => void;
}

/** Selects the columns of a table, but for the one that names the row. */
export function ColumnChoice({ all, columns, switched, onSwitch }: ColumnChoiceProps) {
  return (
    <div className="flex w-60 flex-col gap-1 p-2">
      {all
        .filter(({ always }) => !always)
        .map(({ id, title }) => (
          <label
            key={id}
            className="flex items-center gap-2 rounded-md px-2 py-1.5 text-base hover:bg-hover pointer-coarse:py-2.5"
          >
            <input
              type="checkbox"
              checked={columns.some((column) => column.id === id)}
              onChange={() =>
                onSwitch(switched.includes(id) ? switched.filter((other) => other !== id) : [...switched, id])
              }
              className="size-4 accent-accent"
            />
            {title}
          </label>
        ))}
      <p className="px-2 pt-1 text-xs text-faint">{words.columnsKept}</p>
      {switched.length > 0 ? (
        <Button variant="quiet" size="sm" onPress={() => onSwitch([])} className="self-start">
          {words.usualColumns}
        </Button>
      ) : null}
    </div>
  );
}
