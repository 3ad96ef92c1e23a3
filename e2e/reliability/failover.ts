import assert from "node:assert/strict";
import { baseOn } from "./base.ts";
import { type Cluster, startCluster, takesWrites } from "./failover/cluster.ts";
import type { ClusterNode } from "./failover/node.ts";
import { type FollowedStream, followStream } from "./followed-stream.ts";
import { type Lane, type Member, startLane } from "./lane.ts";
import { startTraffic, type Traffic } from "./traffic.ts";
import { CLIENTS, EMR_LATENCY_MS, inMs, moreAccepted, newestOf, POSTED, recovered } from "./under-load.ts";
import { RECOVERY_MS, until } from "./until.ts";
import { assertDoneOnce, assertNothingElse, emrRows } from "./verdict.ts";

/** Number of faults; FAULTS=6 for a shorter run. */
const FAULTS = Number(process.env.FAULTS ?? 30);
const MEMBERS: Member[] = ["web", "web 2", "worker", "worker 2"];
/** Patroni promotes the standby when the primary has said nothing for 20 s. */
const PROMOTION_MS = 60_000;
/** A statement that meets a frozen server fails after 12 s; a request may meet two of them. */
const PATIENCE = { answerMs: 30_000, acceptedMs: PROMOTION_MS + RECOVERY_MS };
/** All leases may have lapsed in the outage, and what was accepted before it and after it is done together. */
const ENDED_MS = 60_000;
const STREAMS = 2;

/** The fault of the primary's machine, and how it comes back. */
interface Fault {
  name: string;
  strike(node: ClusterNode): void | Promise<void>;
  mend(node: ClusterNode): void | Promise<void>;
}

const FAULT_KINDS: Fault[] = [
  { name: "primary killed", strike: (node) => node.kill(), mend: (node) => node.start() },
  { name: "primary frozen", strike: (node) => node.freeze(), mend: (node) => node.thaw() },
  { name: "primary cut off", strike: (node) => node.cut(), mend: (node) => node.heal() },
];

/** Strikes the primary and waits until the product has recovered on the other. Returns the milliseconds it took. */
async function failOver(cluster: Cluster, lane: Lane, traffic: Traffic, fault: Fault) {
  const { primary, standby } = await cluster.whole();
  await moreAccepted(traffic);
  const [newest, since] = [newestOf(traffic), performance.now()];
  await fault.strike(primary);
  try {
    await until(`the promotion (${fault.name})`, PROMOTION_MS, () => takesWrites(standby));
    const promoted = performance.now();
    const [accepts, ended] = await Promise.all([traffic.nextAcceptance(), recovered(lane, newest, promoted, ENDED_MS)]);
    if (accepts === null) throw new Error(`${fault.name}: nothing was accepted for ${RECOVERY_MS} ms`);
    return { promotion: promoted - since, accepts, ended };
  } finally {
    await fault.mend(primary);
  }
}

async function failOverAll(cluster: Cluster, lane: Lane, traffic: Traffic, stop: AbortSignal): Promise<number> {
  const columns = ["promotion", "accepts again", "all ended", "failures"].map((each) => each.padStart(14)).join("");
  process.stdout.write(`${"fault".padEnd(22)}${columns}\n`);
  let faults = 0;
  for (; faults < FAULTS && !stop.aborted; faults++) {
    const fault = FAULT_KINDS[faults % FAULT_KINDS.length] as Fault;
    const before = traffic.failures;
    const { promotion, accepts, ended } = await failOver(cluster, lane, traffic, fault);
    const figures = [promotion, accepts, ended].map((ms) => inMs(ms).padStart(14)).join("");
    const failures = String(traffic.failures - before).padStart(14);
    process.stdout.write(`${`${faults + 1} ${fault.name}`.padEnd(22)}${figures}${failures}\n`);
  }
  return faults;
}

const POSITIONS = "SELECT position::integer AS id FROM stream_message WHERE position > $1 ORDER BY position";

/** Checks that a stream that was followed has each message once and in order, up to the last. Returns their number. */
async function assertWhole(lane: Lane, stream: FollowedStream): Promise<number> {
  const stored = await lane.rows<{ id: number }>(POSITIONS, [stream.start]);
  const expected = stored.map(({ id }) => id);
  await until("the stream's last message", RECOVERY_MS, async () => stream.ids().at(-1) === expected.at(-1));
  await stream.stop();
  assert.deepEqual(stream.ids(), expected, "a gap or a double in a stream");
  return expected.length;
}

/** Reads a counter of each web process, by turns of the balancer. */
async function commitsLost(lane: Lane): Promise<number[]> {
  const answers = await Promise.all(
    ["web", "web 2"].map(async () => (await fetch(`${lane.address()}/api/metrics`)).text()),
  );
  return answers.map((text) => Number(/^crc_database_commits_lost_total (\d+)$/m.exec(text)?.[1]));
}

async function prove(cluster: Cluster, lane: Lane, stop: AbortSignal): Promise<void> {
  await lane.rows("UPDATE sandbox.behavior SET latency_ms = $1", [EMR_LATENCY_MS]);
  const before = await emrRows(lane);
  const url = () => `${lane.address()}/v1/events/stream`;
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => followStream(url, lane.headers)));
  const traffic = startTraffic(lane, POSTED, CLIENTS, PATIENCE);
  const faults = await failOverAll(cluster, lane, traffic, stop);
  await traffic.stop();
  const { asked, failed, failures, stillAtWork } = traffic;
  await recovered(lane, newestOf(traffic), performance.now(), ENDED_MS);
  for (const each of asked) await assertDoneOnce(lane, each);
  const totals = await assertNothingElse(lane, asked, before);
  const messages: number[] = [];
  for (const stream of streams) messages.push(await assertWhole(lane, stream));
  const connections = streams.map((stream) => stream.connections);
  const kinds = [...failed].map(([what, count]) => `${what}: ${count}`).join(", ") || "none";
  process.stdout.write(
    `\nfaults ${faults}; requests that failed and were repeated ${failures} (${kinds}), repetitions that met their first ` +
      `request still at work ${stillAtWork}; operations accepted ${totals.accepted}, ended once ${totals.ended}; EMR ` +
      `writes ${totals.emrWrites}; events ${totals.events}, received ${totals.received}, in the inbox ${totals.receipts}; ` +
      `streams of ${messages.join(" and ")} messages without gap or double over ${connections.join(" and ")} connections\n`,
  );
  assert.deepEqual(
    [...failed.keys()].filter((what) => what !== "503 with Retry-After"),
    [],
    "answers during an outage",
  );
  assert.deepEqual(await commitsLost(lane), [0, 0], "commits that the product took for lost");
}

/**
 * Kills, freezes and cuts off the primary of two PostgreSQL under Patroni in turn, while clients post to two web and two
 * worker processes: until the standby is promoted they answer 503, within 30 s of it they accept again, nothing is lost or
 * done twice, and streams resume without a gap.
 */
export async function failover(stop: AbortSignal): Promise<void> {
  const cluster = await startCluster();
  const nothing = async () => undefined;
  try {
    const base = await baseOn({ url: cluster.url, folder: cluster.folder, restart: nothing, stop: nothing });
    const variables = { RATE_LIMIT_PER_MINUTE: "1000000" };
    const lane = await startLane(base, "crc_lane_0", { members: MEMBERS, variables });
    await prove(cluster, lane, stop).finally(() => lane.stop());
  } finally {
    await cluster.stop();
  }
}
