import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { job } from "#lib/db/schema";

/** Condition: another job retries or corrects this one. Only for statements that read `job` under its own name. */
export const isRetried = sql<boolean>`EXISTS (
  SELECT FROM ${job} AS again WHERE again.organization_id = ${ownOrganization} AND again.retry_of = job.id)`;
