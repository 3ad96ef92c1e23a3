import { Column, type DriverValueDecoder, getTableName, is, noopDecoder, SQL, Subquery } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/pg-core";

type Row = Record<string, unknown>;
type Decoder = DriverValueDecoder<unknown, unknown>;

/** For each table of a join: whether every row of the result has a row of that table. */
export type AlwaysThere = Record<string, boolean>;

interface Place {
  key: string;
  /** Position in PostgreSQL's row. */
  index: number;
  /** Undefined if the driver's value is used as is. */
  decoder: Decoder | undefined;
}

/** An object of the result: the row itself, or a nested selection under one of its keys. */
interface Shape {
  blank: Row;
  places: Place[];
  parts: { key: string; shape: Shape }[];
  /** Index of a column that is null if the joined table has no row; the object is null then. */
  absentWithout: number | undefined;
}

/** Drizzle's types hide the decoder of an SQL expression. */
const decoderOfSql = (statement: SQL) => (statement as SQL & { decoder: Decoder }).decoder;

function decoderOf(field: SelectedFieldsOrdered[number]["field"]): Decoder | undefined {
  if (is(field, Column)) {
    return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : field;
  }
  const decoder = decoderOfSql(is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql);
  return decoder.mapFromDriverValue === noopDecoder.mapFromDriverValue ? undefined : decoder;
}

/**
 * Returns the index of the column that shows whether a nested object is missing: its first, if all its columns belong
 * to one table that may have no row.
 */
function absentWithout(fields: SelectedFieldsOrdered, key: string, alwaysThere: AlwaysThere): number | undefined {
  const columns = fields.flatMap(({ path, field }, index) =>
    path.length === 2 && path[0] === key && is(field, Column) ? [{ table: getTableName(field.table), index }] : [],
  );
  const [first] = columns;
  const missable = first && columns.every(({ table }) => table === first.table) && !alwaysThere[first.table];
  return missable ? first.index : undefined;
}

function shapeOf(fields: SelectedFieldsOrdered, alwaysThere: AlwaysThere | undefined): Shape {
  const whole: Shape = { blank: {}, places: [], parts: [], absentWithout: undefined };
  for (const [index, { path, field }] of fields.entries()) {
    const [first = "", second] = path;
    let shape = whole;
    if (second !== undefined) {
      let part = whole.parts.find(({ key }) => key === first);
      if (!part) {
        const absent = alwaysThere ? absentWithout(fields, first, alwaysThere) : undefined;
        part = { key: first, shape: { blank: {}, places: [], parts: [], absentWithout: absent } };
        whole.parts.push(part);
        whole.blank[first] = null;
      }
      shape = part.shape;
    }
    const key = second ?? first;
    shape.blank[key] = null;
    shape.places.push({ key, index, decoder: decoderOf(field) });
  }
  return whole;
}

function fill({ blank, places, parts }: Shape, values: unknown[]): Row {
  const row = { ...blank };
  for (const { key, index, decoder } of places) {
    const value = values[index];
    if (value !== null) row[key] = decoder ? decoder.mapFromDriverValue(value) : value;
  }
  for (const { key, shape } of parts) {
    if (shape.absentWithout === undefined || values[shape.absentWithout] !== null) row[key] = fill(shape, values);
  }
  return row;
}

/**
 * Returns a function that maps the rows of a result like drizzle, in a quarter of the time: it inspects the fields once
 * instead of for each value.
 */
export function rowMapper(fields: SelectedFieldsOrdered, alwaysThere: AlwaysThere | undefined) {
  const shape = shapeOf(fields, alwaysThere);
  return (rows: unknown[][]): Row[] => rows.map((values) => fill(shape, values));
}
