import pg from "pg";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { openClinic } from "#lib/testing/clinic";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { type Base, inThisProcess, startBase } from "../reliability/base.ts";
import { type Lane, startLane } from "../reliability/lane.ts";
import { until } from "../reliability/until.ts";
import { type Api, clinicPayments } from "./clinic-payments.ts";
import { cpuOf, postgresCpu } from "./cpu-time.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { line, percentile } from "./report.ts";

const ROWS = Number(process.env.ROWS ?? 10_000);
const AT_REST = 60;
const LONGEST_MS = 10 * 60_000;
/** How often the lock of the feed is looked at. */
const LOOK_MS = 10;

/** Makes an account's practice large: as many patients, each with a visit at one location. */
const LARGE = [
  `INSERT INTO sandbox.patient (practice_id, id, mrn, first_name, last_name, dob, gender, phone, email, address)
   SELECT practice_id, 'B-' || n, 'B-' || n, 'Bo', 'Burst ' || n, dob, gender, phone, email, address
   FROM sandbox.patient, generate_series(1, ${ROWS}) AS n WHERE practice_id = $1 AND id = 'PAT-1'`,
  `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
   SELECT practice_id, 'V-' || n, category, starts_at + n * interval '1 minute', 10, provider_id, 'LOC-1', 'B-' || n, status
   FROM sandbox.appointment, generate_series(1, ${ROWS}) AS n WHERE practice_id = $1 AND id = 'APT-1'`,
];

/** What changes at once, by its name. */
const BURSTS = {
  [`${ROWS} patients`]:
    "UPDATE sandbox.patient SET email = 'b' || $2 || '@example.com' WHERE practice_id = $1 AND id LIKE 'B-%'",
  [`a name on ${ROWS} visits`]:
    "UPDATE sandbox.location SET name = 'Place ' || $2 WHERE practice_id = $1 AND id = 'LOC-1'",
};

interface Place {
  base: Base;
  lane: Lane;
  large: TestAccount;
  other: TestAccount;
  receiver: Receiver;
  /** Counts the events of changes. */
  subscriber: FakeReceiver;
}

const apiOf = (lane: Lane, { headers }: TestAccount): Api => ({ baseUrl: `${lane.address()}/v1`, headers });

/** Posts payments one after the other while `more` holds. Returns the milliseconds from each POST to its webhook. */
async function paymentsOf(place: Place, account: TestAccount, more: () => boolean): Promise<number[]> {
  const payments = await clinicPayments(apiOf(place.lane, account));
  const taken: number[] = [];
  while (more()) {
    const name = `${account.tenant.linkedAccountId}-${performance.now()}`;
    const since = performance.now();
    const arrival = place.receiver.arrival(name);
    await payments.post(name, [place.receiver.url(name)]);
    taken.push((await arrival) - since);
  }
  return taken;
}

/** Asks for the large account's changes while `more` holds. Returns the milliseconds of each answer. */
async function readsOf({ lane, large }: Place, more: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (more()) {
    const since = performance.now();
    const answer = await fetch(`${lane.address()}/v1/changes`, { headers: large.headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The changes were answered ${answer.status}`);
    taken.push(performance.now() - since);
  }
  return taken;
}

/** Looks at the feed's lock while `more` holds. Returns for how long one transaction held it at most, in milliseconds. */
async function heldOf({ lane, large }: Place, more: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: lane.ownerUrl });
  await client.connect();
  let longest = 0;
  let since: number | null = null;
  try {
    while (more()) {
      const { rowCount } = await client.query(
        "SELECT FROM change_head WHERE linked_account_id = $1 FOR UPDATE SKIP LOCKED",
        [large.tenant.linkedAccountId],
      );
      if (rowCount !== 0) since = null;
      else {
        since ??= performance.now();
        longest = Math.max(longest, performance.now() - since);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return longest;
  } finally {
    await client.end();
  }
}

/** Returns all entries of the large account after a cursor. */
async function entriesAfter({ lane, large }: Place, cursor: string): Promise<{ kind: string; id: string }[]> {
  const entries: { kind: string; id: string }[] = [];
  for (let next = cursor; ; ) {
    const url = `${lane.address()}/v1/changes?limit=1000&cursor=${encodeURIComponent(next)}`;
    const { changes, next_cursor } = await (await fetch(url, { headers: large.headers })).json();
    if (changes.length === 0) return entries;
    entries.push(...changes);
    next = next_cursor;
  }
}

const cursorOf = async ({ lane, large }: Place): Promise<string> =>
  (await (await fetch(`${lane.address()}/v1/changes`, { headers: large.headers })).json()).next_cursor;

const times = (taken: readonly number[]): string =>
  `p50 ${percentile([...taken], 0.5).toFixed(0)}, p95 ${percentile([...taken], 0.95).toFixed(0)}, most ${Math.max(...taken).toFixed(0)} ms`;

/** Changes the EMR, and has a worker sync the account. Resolves once each change has reached the subscriber. */
async function burst(place: Place, statement: string, number: number): Promise<string> {
  const { base, lane, large, other, subscriber } = place;
  const { linkedAccountId } = large.tenant;
  const cursor = await cursorOf(place);
  await lane.rows(statement, [linkedAccountId, String(number)]);
  const processes = () => Promise.all([cpuOf(lane.pid("web"), lane.pid("worker")), postgresCpu(base.folder)]);
  const [before, heard] = [await processes(), subscriber.deliveries.length];
  const since = performance.now();
  let isOver = false;
  const more = () => !isOver;
  const beside = Promise.all([
    paymentsOf(place, other, more),
    paymentsOf(place, large, more),
    readsOf(place, more),
    heldOf(place, more),
  ]);
  const asked = await fetch(`${lane.address()}/v1/linked-accounts/${linkedAccountId}/sync`, {
    method: "POST",
    headers: { ...lane.admin, "content-type": "application/json" },
    body: "{}",
  });
  if (asked.status >= 300) throw new Error(`The sync was answered ${asked.status}: ${await asked.text()}`);
  const positionNow = async () => {
    const rows = await lane.rows<{ position: string }>(
      "SELECT position FROM change_head WHERE linked_account_id = $1",
      [linkedAccountId],
    );
    return Number(rows[0]?.position);
  };
  const first = await positionNow();
  const stands = async () => (await positionNow()) - first >= ROWS;
  await until("the changes in the feed", LONGEST_MS, stands);
  const stored = performance.now() - since;
  await until("their events", LONGEST_MS, async () => subscriber.deliveries.length - heard >= ROWS);
  const told = performance.now() - since;
  isOver = true;
  const [others, own, reads, held] = await beside;
  const after = await processes();
  const entries = await entriesAfter(place, cursor);
  const distinct = new Set(entries.map(({ kind, id }) => `${kind}/${id}`)).size;
  if (distinct !== entries.length) throw new Error("A record stands twice in the feed");
  const cpu = [0, 1].map((index) => (((after[index] ?? 0) - (before[index] ?? 0)) / 1_000).toFixed(1));
  return (
    line(
      "in GET /changes, told to a webhook",
      `${entries.length} entries`,
      `${(stored / 1_000).toFixed(1)} s`,
      `${(told / 1_000).toFixed(1)} s`,
    ) +
    line("CPU with the payments beside", `${cpu[0]} s`, `${cpu[1]} s of PostgreSQL`) +
    line("lock of the feed, held at most", `${held.toFixed(0)} ms`) +
    line("another account's POST → webhook", times(others)) +
    line("the same account's", times(own)) +
    line("GET /changes beside it", times(reads))
  );
}

/** Counts the statements of a sync that finds a burst, in this process. */
async function statementsOf({ base, lane, large }: Place, statement: string, number: number): Promise<number> {
  return inThisProcess({ ...base.secrets, ...lane.variables, SEED: "demo" }, async () => {
    await sandboxPool().query(statement, [large.tenant.linkedAccountId, String(number)]);
    const { prototype } = pg.Client;
    const { query } = prototype;
    let count = 0;
    prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
      count++;
      return Reflect.apply(query, this, given);
    } as typeof query;
    try {
      await syncAccount(large.tenant);
    } finally {
      prototype.query = query;
    }
    return count;
  });
}

/** Registers a webhook of an account for changes alone. */
async function subscribe(lane: Lane, account: TestAccount, url: string): Promise<void> {
  const answer = await fetch(`${lane.address()}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { ...account.headers, "content-type": "application/json" },
    body: JSON.stringify({ url, event_types: ["patient.changed", "appointment.changed"] }),
  });
  if (answer.status !== 201) throw new Error(`A webhook was answered ${answer.status}`);
}

/**
 * Measures 10,000 records that change at once, by themselves and by a name that they show: until they stand in GET /changes and have
 * reached a webhook, and what payments of the same account and of another organization's take meanwhile. The second time a
 * further subscriber never answers.
 */
export async function changeBurst(): Promise<string> {
  const base = await startBase();
  const [receiver, subscriber, silent] = [await startReceiver(), await startFakeReceiver(), await startFakeReceiver()];
  silent.answer(() => undefined);
  const lane = await startLane(base, "lane_burst", { variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    const large = base.clinic;
    const other = await inThisProcess({ ...base.secrets, ...lane.variables, SEED: "demo" }, async () => {
      const opened = await openClinic();
      for (const statement of LARGE) await sandboxPool().query(statement, [large.tenant.linkedAccountId]);
      await syncAccount(large.tenant);
      return opened;
    });
    const place: Place = { base, lane, large, other, receiver, subscriber };
    await subscribe(lane, large, `${subscriber.url}/changes`);
    let left = AT_REST;
    await paymentsOf(place, other, () => left-- > 0);
    left = AT_REST;
    let text = line(
      "another account's POST → webhook",
      times(await paymentsOf(place, other, () => left-- > 0)),
      "at rest",
    );
    let number = 0;
    for (const [name, statement] of Object.entries(BURSTS)) {
      text += `${name}\n${await burst(place, statement, ++number)}`;
    }
    await subscribe(lane, large, `${silent.url}/changes`);
    for (const [name, statement] of Object.entries(BURSTS)) {
      text += `${name}, with a subscriber that never answers\n${await burst(place, statement, ++number)}`;
    }
    for (const [name, statement] of Object.entries(BURSTS)) {
      const statements = await statementsOf(place, statement, ++number);
      text += line(`${name}: statements`, `${statements}, ${(statements / ROWS).toFixed(3)} a row`);
    }
    return `Changes at once\n${text}`;
  } finally {
    await lane.stop();
    await Promise.all([receiver.stop(), subscriber.stop(), silent.stop()]);
    await base.stop();
  }
}
