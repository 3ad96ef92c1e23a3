import { GET as getAppointments } from "#app/v1/appointments/route.ts";
import { withTenant } from "#lib/db/tenant";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { runReading } from "#lib/jobs/freshness/run-reading";
import { accountFreshness } from "#lib/jobs/freshness/table";
import { todayIn } from "#lib/kernel/dates";
import type { Payloads } from "#lib/queue/payloads";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { type Base, inThisProcess, startBase } from "../reliability/base.ts";
import { postgresCpu } from "./cpu-time.ts";
import { line, percentile } from "./report.ts";

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100);
/** Rounds of each kind of reading in an hour: every 5 minutes, and every 30 seconds. */
const PER_HOUR = { changes: 12, today: 120 } as const;
/** Rounds that are measured of each. */
const MEASURED = { changes: 12, today: 12 } as const;
const CHANGES = 50;

type Scope = Payloads["readings"]["scope"];

/** A limit that no reading meets: with one the simulated EMR counts its calls, here by ten minutes. */
const UNMET = { rate_limit_per_minute: 1_000_000, rate_limit_window_s: 600 };

async function callsOf({ tenant }: TestAccount): Promise<number> {
  const statement = "SELECT calls FROM sandbox.call_count WHERE practice_id = $1";
  const { rows } = await sandboxPool().query<{ calls: number }>(statement, [tenant.linkedAccountId]);
  return rows[0]?.calls ?? 0;
}

/** Reads all accounts for some rounds, in which nothing changes. Returns the figures of an hour of them. */
async function atRest(base: Base, accounts: readonly TestAccount[], scope: Scope): Promise<string> {
  let calls = 0;
  const [own, postgres] = [process.cpuUsage(), await postgresCpu(base.folder)];
  for (let round = 0; round < MEASURED[scope]; round++) {
    for (const account of accounts) {
      const { tenant } = account;
      // The round before is over.
      await withTenant(tenant, (tx) => tx.update(accountFreshness).set({ changesBeganAt: null }));
      const before = await callsOf(account);
      await runReading({ ...tenant, scope });
      // A new window may have begun.
      const after = await callsOf(account);
      calls += after < before ? after : after - before;
    }
  }
  const hours = PER_HOUR[scope] / MEASURED[scope];
  const { user, system } = process.cpuUsage(own);
  const cpu = ((user + system) / 1e6) * hours;
  const database = (((await postgresCpu(base.folder)) - postgres) / 1e3) * hours;
  return line(
    scope === "today" ? "today, every 30 s" : "what changed, every 5 min",
    `${(calls * hours).toFixed(0)} calls an hour`,
    `${cpu.toFixed(1)} s CPU an hour`,
    `${database.toFixed(1)} s of PostgreSQL`,
  );
}

/** Returns the seconds from the beginning of a reading until a change that it finds is shown. */
async function changeToList({ tenant, headers }: TestAccount): Promise<number[]> {
  const day = todayIn("America/New_York");
  const seconds: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const status = change % 2 === 0 ? "SCH" : "ARR";
    const values = [tenant.linkedAccountId, status];
    await sandboxPool().query(
      "UPDATE sandbox.appointment SET status = $2 WHERE practice_id = $1 AND id = 'APT-1'",
      values,
    );
    const begun = performance.now();
    await runReading({ ...tenant, scope: "today" });
    const { body } = await call(getAppointments, "GET", `/appointments?start_date=${day}&end_date=${day}`, { headers });
    const shown = body.appointments.find((each: { emr_appointment_id: string }) => each.emr_appointment_id === "APT-1");
    if (shown?.status !== status) throw new Error("A change was not shown after its reading");
    seconds.push((performance.now() - begun) / 1_000);
  }
  return seconds;
}

/**
 * Measures what readings between the syncs cost of accounts at which nothing changes, and how long a reading takes to show a change.
 * A page sees it up to 32 s later, the time until the next round.
 */
export async function freshness(): Promise<string> {
  const base = await startBase();
  const { variables } = await base.copy("crc_freshness");
  try {
    return await inThisProcess({ ...base.secrets, ...variables, SEED: "demo" }, async () => {
      const accounts: TestAccount[] = [];
      for (let count = 0; count < ACCOUNTS; count++) accounts.push(await openClinic());
      for (const { tenant } of accounts) await changeBehavior(tenant.linkedAccountId, UNMET);
      const [first] = accounts;
      if (!first) throw new Error("At least one account");
      const rest = [await atRest(base, accounts, "changes"), await atRest(base, accounts, "today")];
      const shown = await changeToList(first);
      const figures = [0.5, 0.95].map((share) => `${percentile(shown, share).toFixed(3)} s`);
      return `Readings between the syncs of ${ACCOUNTS} accounts at rest\n${rest.join("")}${line("from a round to GET /appointments", `p50 ${figures[0]}`, `p95 ${figures[1]}`)}`;
    });
  } finally {
    await base.stop();
  }
}
