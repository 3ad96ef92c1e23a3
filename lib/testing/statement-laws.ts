import pg from "pg";

// The laws that keep a PostgreSQL possible that is sharded by `organization_id`, for statements of the application. Row-level
// security keeps each of them to the tenant of its transaction, so that a lock or a batch over several organizations can
// only be one of the queue's tables or of tables without a tenant.

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
      !/\bpgboss\./.test(statement) &&
      !/\blinked_account_id = /.test(statement),
  },
];

/** The laws that statements break, one line each. */
export const brokenLaws = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) =>
    LAWS.filter(({ isBrokenBy }) => isBrokenBy(statement)).map(
      ({ law }) => `${law}: ${statement.replace(/\s+/g, " ")}`,
    ),
  );

/** Settings by which the tests' own PostgreSQL remembers each statement that it is sent. */
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

/** Lets the statements be read that the server remembers. */
export const beginRemembering = (serverUrl: string) => ask(serverUrl, "CREATE EXTENSION pg_stat_statements");

/** Throws with each statement that the application sent and that breaks a law. */
export async function judgeStatements(serverUrl: string): Promise<void> {
  const rows = await ask<{ query: string }>(
    serverUrl,
    "SELECT DISTINCT query FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname ~ '^crc_(app|sandbox)_'",
  );
  const broken = brokenLaws(rows.map(({ query }) => query));
  if (broken.length > 0) throw new Error(`The tests sent statements that break a law:\n${broken.join("\n")}`);
  console.log(`${rows.length} kinds of statements of the application keep the laws of a sharded database`);
}
