import { and, is, type SQL } from "drizzle-orm";
import {
  type PgDeleteConfig,
  PgDialect,
  type PgSelectConfig,
  type PgSelectJoinConfig,
  PgTable,
  type PgUpdateConfig,
} from "drizzle-orm/pg-core";
import { ofOwnOrganization } from "./own-organization.ts";

/** Whatever drizzle selects from. */
type Source = PgSelectConfig["table"] | undefined;

const conditionOf = (source: Source): SQL | undefined => (is(source, PgTable) ? ofOwnOrganization(source) : undefined);

/** Returns joins that name the organization of each joined table: its rows are missing, not those that it is joined to. */
function namedJoins<Joins extends PgSelectJoinConfig[] | undefined>(joins: Joins): Joins {
  return joins?.map((join) => {
    if (join.joinType !== "inner" && join.joinType !== "left")
      throw new Error(`A ${join.joinType} join cannot name the organization of its tables`);
    return { ...join, on: and(join.on, conditionOf(join.table)) };
  }) as Joins;
}

/**
 * Writes SQL in which each statement of drizzle's builders names the organization of every table that it reads, changes or
 * locks, beside row-level security: the planner of a sharded PostgreSQL chooses the node by it.
 */
export class TenantDialect extends PgDialect {
  override buildSelectQuery(query: PgSelectConfig): SQL {
    const where = and(query.where, conditionOf(query.table));
    return super.buildSelectQuery({ ...query, where, joins: namedJoins(query.joins) } as PgSelectConfig);
  }

  override buildUpdateQuery(query: PgUpdateConfig): SQL {
    const where = and(query.where, conditionOf(query.table), conditionOf(query.from));
    return super.buildUpdateQuery({ ...query, where, joins: namedJoins(query.joins) } as PgUpdateConfig);
  }

  override buildDeleteQuery(query: PgDeleteConfig): SQL {
    return super.buildDeleteQuery({ ...query, where: and(query.where, conditionOf(query.table)) } as PgDeleteConfig);
  }
}
