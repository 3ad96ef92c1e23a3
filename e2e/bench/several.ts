import { startBase } from "../reliability/base.ts";
import { type Lane, type Member, startLane } from "../reliability/lane.ts";
import { setEmrLatency } from "./clinic-payments.ts";
import { cpuWithPostgres } from "./cpu-time.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { line, median, spread } from "./report.ts";
import { carryThrough } from "./whole.ts";

const ONE: Member[] = ["web", "worker"];
const TWO: Member[] = ["web", "worker", "web 2", "worker 2"];
const ROUNDS = 5;
const OPERATIONS = 500;
const WARM_UP = 300;

const apiOf = (lane: Lane) => ({ baseUrl: `${lane.address()}/v1`, headers: lane.headers });

async function carry(lane: Lane, receiver: Receiver, prefix: string, operations: number): Promise<void> {
  let left = operations;
  await carryThrough(apiOf(lane), receiver, { prefix, more: () => left-- > 0, carried: () => undefined });
}

/**
 * Measures the CPU time of a whole operation, of all processes and PostgreSQL, with one web and one worker process and
 * with two of each, in alternating rounds on one PostgreSQL.
 */
export async function severalProcesses(): Promise<string> {
  const base = await startBase();
  const receiver = await startReceiver();
  const lanes: { lane: Lane; members: Member[]; each: number[] }[] = [];
  try {
    for (const members of [ONE, TWO]) {
      const variables = { RATE_LIMIT_PER_MINUTE: "1000000" };
      const lane = await startLane(base, `lane_of_${members.length}`, { members, variables });
      lanes.push({ lane, members, each: [] });
      await setEmrLatency(apiOf(lane), 0);
      await carry(lane, receiver, `warm-${members.length}`, WARM_UP);
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const { lane, members, each } of lanes) {
        const used = () => cpuWithPostgres(base.folder, members.map(lane.pid));
        const before = await used();
        await carry(lane, receiver, `${members.length}-${round}`, OPERATIONS);
        each.push(((await used()) - before) / OPERATIONS);
      }
    }
  } finally {
    for (const { lane } of lanes) await lane.stop();
    await receiver.stop();
    await base.stop();
  }
  const times = median(lanes[1]?.each ?? []) / median(lanes[0]?.each ?? []);
  return (
    `Cost with several processes, 20 at a time, ${ROUNDS} rounds of ${OPERATIONS} operations, medians (least–most)\n` +
    lanes.map(({ members, each }) => line(members.join(", "), `${spread(each, 1)} ms CPU`)).join("") +
    line("", `${times.toFixed(2)} × with two of each`)
  );
}
