import type { ExtractTablesWithRelations } from "drizzle-orm";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import { type AlwaysThere, rowMapper } from "./row-mapper.ts";

type Untyped = Record<string, never>;
type Session = NodePgSession<Untyped, ExtractTablesWithRelations<Untyped>>;

type Mapper = (rows: unknown[][]) => unknown;

/** Makes rows by our own mapper: drizzle's takes longer than anything else that is done here for a list. */
class MappingSession extends NodePgSession<Untyped, ExtractTablesWithRelations<Untyped>> {
  override prepareQuery: Session["prepareQuery"] = (query, fields, name, asArrays, given, ...more) => {
    if (!fields || given) return super.prepareQuery(query, fields, name, asArrays, given, ...more);
    let mapper: Mapper | undefined;
    const mapped: Mapper = (rows) => {
      // Only now, since drizzle tells a statement of its joins after it is made.
      mapper ??= rowMapper(fields, joinsOf(statement));
      return mapper(rows);
    };
    const statement: object = super.prepareQuery(query, fields, name, asArrays, mapped, ...more);
    return statement as never;
  };
}

/** What a statement was told of the tables that it joins: drizzle keeps it to itself. */
const joinsOf = (statement: object) => (statement as { joinsNotNullableMap?: AlwaysThere }).joinsNotNullableMap;

/** A drizzle database on one connection. */
export function databaseOn(client: PoolClient): NodePgDatabase {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new MappingSession(client, dialect, undefined), undefined);
}
