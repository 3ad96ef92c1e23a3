import pg from "pg";

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

/** Returns the laws that the statements break, one line each. */
export const brokenLaws = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) =>
    LAWS.filter(({ isBrokenBy }) => isBrokenBy(statement)).map(
      ({ law }) => `${law}: ${statement.replace(/\s+/g, " ")}`,
    ),
  );

/** Settings with which the tests' PostgreSQL records each statement. */
export const REMEMBER_STATEMENTS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "20000",
};

async function ask<Row extends pg.QueryResultRow>(serverUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: "crc-test" });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Makes the server's recorded statements readable. */
export const beginRemembering = (serverUrl: string) => ask(serverUrl, "CREATE EXTENSION pg_stat_statements");

/** Throws with every statement of the application that breaks a law. */
export async function judgeStatements(serverUrl: string): Promise<void> {
  const rows = await ask<{ query: string }>(
    serverUrl,
    "SELECT DISTINCT query FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname ~ '^crc_(app|sandbox)_'",
  );
  const broken = brokenLaws(rows.map(({ query }) => query));
  if (broken.length > 0) throw new Error(`The tests sent statements that break a law:\n${broken.join("\n")}`);
  console.log(`${rows.length} kinds of statements of the application keep the laws of a sharded database`);
}
