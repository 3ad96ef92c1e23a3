import { expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import { forgetSingleton } from "#lib/kernel/singleton";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { budgetStore } from "./budget-row.ts";
import { callsOf } from "./budgets.ts";
import { Permits } from "./permits.ts";

const database = testDatabase();

const ORIGIN = "https://ehr.example";

/** Counts the calls that are under way at once, the first of which wait until there are as many as expected. */
function counted(expected: number) {
  const seen = { underWay: 0, most: 0, done: 0 };
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const call = async () => {
    seen.most = Math.max(seen.most, ++seen.underWay);
    if (seen.underWay === expected) resolve();
    await enough;
    await new Promise((end) => setTimeout(end, 5));
    seen.underWay--;
    seen.done++;
  };
  return { seen, call };
}

const processesOf = async (count: number, most: number) => {
  const { tenant } = await openClinic();
  const processes = Array.from({ length: count }, () => new Permits(budgetStore(tenant, ORIGIN), most));
  return { tenant, processes };
};

const underWay = async (id: string) =>
  (
    await database.asOwner<{ calls: object }>(
      "SELECT under_way AS calls FROM emr_budget WHERE linked_account_id = $1",
      [id],
    )
  )[0]?.calls;

it("lets no more calls be under way than the account allows, in all processes together", async () => {
  const { tenant, processes } = await processesOf(3, 2);
  const { seen, call } = counted(2);
  await Promise.all(processes.flatMap((permits) => Array.from({ length: 6 }, () => permits.run(call))));
  expect(seen).toEqual({ underWay: 0, most: 2, done: 18 });
  expect(await underWay(tenant.linkedAccountId)).toEqual({});
});

it("gives a permit back after a call that failed, and passes its error on", async () => {
  const { processes } = await processesOf(1, 1);
  const [permits] = processes;
  await expect(permits?.run(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(await permits?.run(async () => "next")).toBe("next");
});

it("takes over the permits of a process that died", async () => {
  const { tenant, processes } = await processesOf(1, 1);
  await budgetStore(tenant, ORIGIN).change(() => ({ underWay: { gone: Date.now() - 1 } }));
  expect(await processes[0]?.run(async () => "next")).toBe("next");
});

it("makes no call whose signal ends while it waits", async () => {
  const { processes } = await processesOf(2, 1);
  const [busy, waiting] = processes;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const first = busy?.run(async () => {
    start();
    await held;
  });
  await started;
  const end = new AbortController();
  let made = 0;
  const call = async () => made++;
  const ended = [busy?.run(call, end.signal), waiting?.run(call, end.signal)].map((each) =>
    each?.catch((error: unknown) => error),
  );
  end.abort();
  for (const error of await Promise.all(ended)) {
    expect(error instanceof EmrError && error.notDone && error.kind === "passing").toBe(true);
  }
  release();
  await first;
  expect(made).toBe(0);
});

it("limits the account of a connection with `at_once`, and no other one", async () => {
  const { tenant } = await openClinic();
  const account = { id: tenant.linkedAccountId, organizationId: tenant.organizationId };
  const most = async (expected: number, connection: Record<string, unknown>) => {
    const { seen, call } = counted(expected);
    await Promise.all(Array.from({ length: 8 }, () => callsOf({ ...account, connection }, "read").withPermit(call)));
    return seen.most;
  };
  expect(await most(3, { base_url: ORIGIN, at_once: 3 })).toBe(3);
  expect(await most(8, { base_url: ORIGIN })).toBe(8);
  forgetSingleton("emr-budgets");
});
