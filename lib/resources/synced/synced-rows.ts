import type { Row, SyncedTable } from "#lib/definitions/replace-rows";
import { columnOf, upsertCounted } from "#lib/definitions/replace-rows";
import type { SyncedRecords, SyncKind } from "#lib/emr/port/port";
import { isOrdered, type StoredRows, type SyncedKind } from "./synced-kind.ts";

type Key<Kind extends SyncKind, Table extends SyncedTable> = keyof SyncedRecords[Kind] &
  keyof Table["$inferInsert"] &
  string;

interface RowOptions<Kind extends SyncKind, Table extends SyncedTable> {
  /** The EMR's id: the same property of the record and of the row. */
  key: Key<Kind, Table>;
  /** Columns that are set on insert and never updated. */
  ours?: (keyof Table["$inferInsert"] & string)[];
  rowOf: (record: SyncedRecords[Kind]) => Row<Table>;
}

/** Defines a kind each of whose records is stored as one row. */
export function syncedRows<Kind extends SyncKind, Table extends SyncedTable & StoredRows["table"]>(
  kind: Kind,
  table: Table,
  { key, ours = [], rowOf }: RowOptions<Kind, Table>,
): SyncedKind<Kind> {
  const rows = { table, key: columnOf(table, key) };
  return {
    kind,
    rows,
    idOf: (record) => String(record[key]),
    store: (tx, tenant, { records, asOf }) =>
      upsertCounted(tx, tenant, table, records.map(rowOf), { key, ours, ...(isOrdered(rows) ? { asOf } : {}) }),
  };
}
