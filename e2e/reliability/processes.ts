import type { Member } from "./lane.ts";
import { type Blow, underLoad } from "./under-load.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const MEMBERS: Member[] = ["web", "web 2", "worker", "worker 2"];

const BLOWS: Blow[] = MEMBERS.map((member) => ({
  name: `${member.includes("2") ? member : `${member} 1`} killed by SIGKILL`,
  strike: (lane) => lane.kill(member),
}));

/** Starts the killed process again before the next one is killed. */
const STARTED_AGAIN: Blow = { name: "and started again", strike: (lane) => lane.start() };

const KILLS = Array.from({ length: ROUNDS }, () => BLOWS.flatMap((blow) => [blow, STARTED_AGAIN])).flat();

/**
 * Kills two web and two worker processes on one PostgreSQL, behind a balancer, in turn: the others continue, finish its
 * jobs, and nothing is lost.
 */
export const processes = (stop: AbortSignal): Promise<void> => underLoad(KILLS, MEMBERS, stop);

/**
 * The same with processes whose own clocks are up to 40 minutes apart, longer than any lease: none takes the work of one that
 * lives, and what one accepts the others do once.
 */
export const clocks = (stop: AbortSignal): Promise<void> =>
  underLoad(KILLS, MEMBERS, stop, { web: 20, "web 2": -20, worker: -20, "worker 2": 20 });
