import { PgBoss } from "pg-boss";
import { CREATE_INDEXES } from "./boss-tables.ts";
import { QUEUES } from "./queues.ts";

/** Creates or upgrades pg-boss's own schema, the queues and our indexes, as the owner of the database. */
export async function installQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: "crc-migrate",
    max: 2,
    supervise: false,
    schedule: false,
  });
  const failures: Error[] = [];
  boss.on("error", (error) => failures.push(error));
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, options);
      const { policy: _fixed, ...changeable } = options;
      await boss.updateQueue(name, changeable);
    }
    await boss.getDb().executeSql(CREATE_INDEXES);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failures[0]) throw failures[0];
}
