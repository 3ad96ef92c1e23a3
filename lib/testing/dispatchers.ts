import { afterEach, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { Dispatcher, type DispatcherOptions } from "#lib/queue/dispatcher";
import { enqueue } from "#lib/queue/queue";
import { testDatabase } from "./test-database.ts";

/** Longer than a test may take, so that no entry is found by polling. */
const NO_POLL_MS = 60_000;

/** Starts dispatchers of deliveries that end, and whose entries are deleted, with each test; call it once per test file. */
export function dispatchers() {
  const database = testDatabase();
  const tenant = { organizationId: newId(), linkedAccountId: newId() };
  const running: Dispatcher[] = [];

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const dispatcher of running.splice(0)) await dispatcher.stop(5_000);
    await database.asOwner("DELETE FROM queue.entry");
  });

  return {
    database,
    tenant,
    running,
    async start(given: Partial<DispatcherOptions>): Promise<Dispatcher> {
      const dispatcher = new Dispatcher({
        queue: "deliveries",
        places: { fresh: 12, all: 60 },
        maxPerGroup: 4,
        handle: async () => undefined,
        pollMs: NO_POLL_MS,
        ...given,
      });
      running.push(dispatcher);
      return dispatcher;
    },
    /** Writes entries, of one group by default. */
    write: (count: number, options: { group?: string; startAfter?: Date } = {}) =>
      withTenant(tenant, async (tx) => {
        for (let index = 0; index < count; index++) {
          await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: "one", ...options });
        }
      }),
    /** Returns the states of all entries, in the order of their writing. */
    async statesOf() {
      const rows = await database.asOwner<{ state: string }>("SELECT state FROM queue.entry ORDER BY entered_at");
      return rows.map(({ state }) => state);
    },
  };
}
