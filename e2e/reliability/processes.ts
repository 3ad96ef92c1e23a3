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

/**
 * Kills two web and two worker processes on one PostgreSQL, behind a balancer, in turn: the others continue, finish its
 * jobs, and nothing is lost.
 */
export const processes = (stop: AbortSignal): Promise<void> =>
  underLoad(Array.from({ length: ROUNDS }, () => BLOWS.flatMap((blow) => [blow, STARTED_AGAIN])).flat(), MEMBERS, stop);
