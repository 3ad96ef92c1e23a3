import pg from "pg";
import { judgeOrganizations } from "./organization-law.ts";

// Laws for the application's statements that keep sharding by `organization_id` possible. Row-level security limits
// each statement to its transaction's tenant, so a lock or batch over several organizations is only possible in the
// queue's tables and in tables without a tenant.

interface Law {
  law: string;
  isBrokenBy(statement: string): boolean;
}

const LAWS: readonly Law[] = [
  {
    law: "A tenant is named by SET LOCAL, never by set_config() or for a session",
    isBrokenBy: (statement) => /\bset_config\s*\(|\bSET\s+(SESSION\s+)?app\./i.test(statement),
  },
  {
    law: "Nothing is read or ordered by transaction ids",
    isBrokenBy: (statement) => /\bxmin\b|\btxid_|\bpg_current_xact_id|\bpg_(current_)?snapshot\b/i.test(statement),
  },
  {
    law: "SKIP LOCKED is the queue's, or keeps to one linked account",
    isBrokenBy: (statement) =>
      /\bSKIP\s+LOCKED\b/i.test(statement) &&
      !/\bqueue\.entry\b/.test(statement) &&
      !/\blinked_account_id = /.test(statement),
  },
];

const oneLine = (statement: string): string => statement.replace(/\s+/g, " ").trim();

/** Returns the laws that the statements break, one line each. */
export const brokenLaws = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) =>
    LAWS.filter(({ isBrokenBy }) => isBrokenBy(statement)).map(({ law }) => `${law}: ${oneLine(statement)}`),
  );

/** Statements that need not name an organization, each with the reason. This list may only get shorter. */
export const SPANNING: readonly { statement: RegExp; reason: string }[] = [
  {
    statement: /^SELECT (count\(\*\)|emr_id|ehr_id) FROM "\w+"$/,
    reason: "lib/db/tenancy.test.ts and scale.test.ts: row-level security alone keeps tenants apart",
  },
  {
    statement: /^SELECT current_setting\(\$1, \$2\) AS organization, count\(\*\) FROM location$/,
    reason: "lib/db/tenancy.test.ts: a connection keeps no tenant when its transaction has ended",
  },
];

const maySpan = (text: string): boolean => SPANNING.some(({ statement }) => statement.test(text));

/** Settings with which the tests' PostgreSQL records each statement. */
export const REMEMBER_STATEMENTS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "20000",
};

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "crc-test" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the server's recorded statements readable. */
export const beginRemembering = (serverUrl: string) =>
  connected(serverUrl, (client) => client.query("CREATE EXTENSION pg_stat_statements"));

/** The application's roles; that of simulated EMRs reads no tenant's table. */
const [EITHER, TENANTS] = ["^crc_(app|sandbox)_", "^crc_app_"];

/** Returns the kinds of statements that roles sent to any database of the server. */
async function sentBy(serverUrl: string, roles: string): Promise<string[]> {
  const { rows } = await connected(serverUrl, (client) =>
    client.query<{ query: string }>(
      "SELECT DISTINCT query FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname ~ $1",
      [roles],
    ),
  );
  return rows.map(({ query }) => query);
}

/**
 * Throws with every statement of the application that breaks a law. `migratedUrl` leads its superuser to a database of
 * the server that has the tables.
 */
export async function judgeStatements(serverUrl: string, migratedUrl: string): Promise<void> {
  const statements = await sentBy(serverUrl, EITHER);
  const ofApplication = await sentBy(serverUrl, TENANTS);
  const { ofTenants, without, refused } = await connected(migratedUrl, (client) =>
    judgeOrganizations(client, ofApplication),
  );
  const broken = [
    ...brokenLaws(statements),
    ...without
      .filter(({ statement }) => !maySpan(oneLine(statement)))
      .map(({ statement, reason }) => `Every statement names its organization (${reason}): ${oneLine(statement)}`),
    ...refused.map(({ statement, reason }) => `Citus takes every statement (${reason}): ${oneLine(statement)}`),
  ];
  if (broken.length > 0) throw new Error(`The tests sent statements that break a law:\n${broken.join("\n")}`);
  console.log(
    `${statements.length} kinds of statements of the application, ${ofTenants} of them on tenants' tables, keep the laws of a sharded database`,
  );
}
