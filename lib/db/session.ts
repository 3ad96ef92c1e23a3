import type { ExtractTablesWithRelations } from "drizzle-orm";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { nameOf } from "./named.ts";
import { type AlwaysThere, rowMapper } from "./row-mapper.ts";
import { TenantDialect } from "./tenant-dialect.ts";

type Untyped = Record<string, never>;
type Session = NodePgSession<Untyped, ExtractTablesWithRelations<Untyped>>;

type Mapper = (rows: unknown[][]) => unknown;

/**
 * Names statements that have parameters (see `named`), and maps rows with our mapper: drizzle's takes most of the time of a
 * list.
 */
class MappingSession extends NodePgSession<Untyped, ExtractTablesWithRelations<Untyped>> {
  override prepareQuery: Session["prepareQuery"] = (query, fields, _name, asArrays, given, ...more) => {
    const name = query.params.length > 0 ? nameOf(query.sql) : undefined;
    if (!fields || given) return super.prepareQuery(query, fields, name, asArrays, given, ...more);
    let mapper: Mapper | undefined;
    const mapped: Mapper = (rows) => {
      // Drizzle sets a statement's joins after it prepares the statement, so the mapper is created at the first result.
      mapper ??= rowMapper(fields, joinsOf(statement));
      return mapper(rows);
    };
    const statement: object = super.prepareQuery(query, fields, name, asArrays, mapped, ...more);
    // As `object` above: its type would refer to itself, because the mapper reads it.
    return statement as never;
  };
}

/** The statement's joined tables, a private property of drizzle. */
const joinsOf = (statement: object) => (statement as { joinsNotNullableMap?: AlwaysThere }).joinsNotNullableMap;

/** Returns a drizzle database on one connection. */
export function databaseOn(client: PoolClient): NodePgDatabase {
  const dialect = new TenantDialect();
  return new NodePgDatabase(dialect, new MappingSession(client, dialect, undefined), undefined);
}
