import { setTimeout as pause } from "node:timers/promises";
import { GET as getAppointments } from "#app/v1/appointments/route.ts";
import { withTenant } from "#lib/db/tenant";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { runReading } from "#lib/jobs/freshness/run-reading";
import { accountFreshness } from "#lib/jobs/freshness/table";
import { todayIn } from "#lib/kernel/dates";
import type { Payloads } from "#lib/queue/queues";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { type Base, inThisProcess, startBase } from "../reliability/base.ts";
import { type Lane, startLane } from "../reliability/lane.ts";
import { until } from "../reliability/until.ts";
import { openStreamAt } from "../support/event-stream.ts";
import { cpuOf, postgresCpu } from "./cpu-time.ts";
import { line, percentile } from "./report.ts";

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100);
/** Rounds of each kind of reading in an hour: every 5 minutes, and every 30 seconds. */
const PER_HOUR = { changes: 12, today: 120 } as const;
/** Rounds that are measured of each. */
const MEASURED = { changes: 12, today: 12 } as const;
const CHANGES = 50;
/** Minutes for which the whole product is left alone. */
const REST_MINUTES = Number(process.env.REST_MINUTES ?? 10);
/** Accounts with an open page, each of which sees one change. */
const OPEN = 25;
const LONGEST_MS = 120_000;
const LOOK_MS = 50;

type Scope = Payloads["readings"]["scope"];

/** A limit that no reading meets: with one the simulated EMR counts its calls, here by the hour. */
const UNMET = { rate_limit_per_minute: 1_000_000, rate_limit_window_s: 3_600 };
const HOUR_MS = 3_600_000;

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

/** Leaves a product with accounts at rest alone, at which nobody looks. Returns its calls of EMRs and its CPU. */
async function leftAlone(base: Base, lane: Lane): Promise<string> {
  const now = async () => {
    const [row] = await lane.rows<{ calls: string }>("SELECT coalesce(sum(calls), 0) AS calls FROM sandbox.call_count");
    const cpu = await Promise.all([cpuOf(lane.pid("web"), lane.pid("worker")), postgresCpu(base.folder)]);
    return [Number(row?.calls), ...cpu.map((ms) => ms / 1_000)];
  };
  // The present round of each account is over, which a start enters at once.
  await pause(HOUR_MS / PER_HOUR.changes);
  // The hour by which calls are counted does not end meanwhile.
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs < REST_MINUTES * 60_000 + LOOK_MS) await pause(leftMs);
  const before = await now();
  await pause(REST_MINUTES * 60_000);
  const after = await now();
  const [calls, own, postgres] = after.map((figure, index) => figure - (before[index] ?? 0));
  return line(
    `the whole product, ${REST_MINUTES} min`,
    `${calls} calls`,
    `${own?.toFixed(1)} s CPU`,
    `${postgres?.toFixed(1)} s of PostgreSQL`,
  );
}

/** Changes a visit of today at a random moment. Returns the seconds until the account's open page and GET /changes tell of it. */
async function changeToPage(lane: Lane, { tenant, headers }: TestAccount): Promise<{ page: number; feed: number }> {
  const changesAfter = async (cursor = "") =>
    (await (await fetch(`${lane.address()}/v1/changes?${cursor}`, { headers })).json()) as {
      changes: unknown[];
      next_cursor: string;
    };
  const { next_cursor } = await changesAfter();
  const stream = await openStreamAt(`${lane.address()}/v1/events/stream`, headers);
  try {
    // The page has been open for a round, and somewhere in the next one the visit changes.
    await pause(30_000 * (1 + Math.random()));
    const before = stream.ids.length;
    await lane.rows("UPDATE sandbox.appointment SET status = 'ARR' WHERE practice_id = $1 AND id = 'APT-1'", [
      tenant.linkedAccountId,
    ]);
    const since = performance.now();
    const secondsUntil = async (what: string, stands: () => boolean | Promise<boolean>) => {
      await until(what, LONGEST_MS, async () => {
        const isThere = await stands();
        if (!isThere) await pause(LOOK_MS);
        return isThere;
      });
      return (performance.now() - since) / 1_000;
    };
    const [page, feed] = await Promise.all([
      secondsUntil("a message on the stream", () => stream.ids.length > before),
      secondsUntil(
        "an entry in the feed",
        async () => (await changesAfter(`cursor=${next_cursor}`)).changes.length > 0,
      ),
    ]);
    return { page, feed };
  } finally {
    stream.drop();
  }
}

const secondsOf = (shown: number[]): string[] =>
  ([0.5, 0.95] as const).map((share) => `p${share * 100} ${percentile(shown, share).toFixed(3)} s`);

/** Measures the built product: left alone, and with pages open beside which the EMR changes. */
async function served(base: Base): Promise<string> {
  const lane = await startLane(base, "lane_freshness", { variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    const accounts = await inThisProcess({ ...base.secrets, ...lane.variables, SEED: "demo" }, () => openAll(ACCOUNTS));
    const rest = await leftAlone(base, lane);
    const shown = await Promise.all(accounts.slice(0, OPEN).map((account) => changeToPage(lane, account)));
    const [page, feed] = [shown.map((each) => each.page), shown.map((each) => each.feed)];
    return (
      rest +
      line(`${shown.length} changes to an open page`, ...secondsOf(page)) +
      line("the same to GET /changes", ...secondsOf(feed))
    );
  } finally {
    await lane.stop();
  }
}

async function openAll(count: number): Promise<TestAccount[]> {
  const accounts: TestAccount[] = [];
  for (let each = 0; each < count; each++) accounts.push(await openClinic());
  for (const { tenant } of accounts) await changeBehavior(tenant.linkedAccountId, UNMET);
  return accounts;
}

/**
 * Measures what readings between the syncs cost of accounts at which nothing changes, by themselves and in a product that is left
 * alone; and how long a change in the EMR takes to an open page, and from the beginning of a reading to a list.
 */
export async function freshness(): Promise<string> {
  const base = await startBase();
  const { variables } = await base.copy("crc_freshness");
  try {
    const readings = await inThisProcess({ ...base.secrets, ...variables, SEED: "demo" }, async () => {
      const accounts = await openAll(ACCOUNTS);
      const [first] = accounts;
      if (!first) throw new Error("At least one account");
      const rest = [await atRest(base, accounts, "changes"), await atRest(base, accounts, "today")];
      return rest.join("") + line("from a round to GET /appointments", ...secondsOf(await changeToList(first)));
    });
    return `Readings between the syncs of ${ACCOUNTS} accounts at rest\n${readings}${await served(base)}`;
  } finally {
    await base.stop();
  }
}
