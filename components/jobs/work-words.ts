import { countWords } from "#components/ui/digest";
import type { JobModel } from "#lib/job-record/model";

/**
 * Returns how many jobs run and how many wait to be sent: "1 job runs, 2 wait to be sent"; null if there are none.
 * `hasMore`: the list goes on. Jobs that wait for a person are not counted.
 */
export function workWords(jobs: readonly Pick<JobModel, "status" | "standing">[], hasMore: boolean): string | null {
  const counted = jobs.filter(({ standing }) => !standing.needs_person);
  const running = counted.filter(({ status }) => status === "running").length;
  const waiting = counted.length - running;
  const words = [
    ...(running > 0 ? [`${running} ${running === 1 ? "job runs" : "jobs run"}`] : []),
    ...(waiting > 0 ? [waitingWords(countWords(waiting, hasMore), waiting === 1 && !hasMore, running > 0)] : []),
  ];
  return words.length === 0 ? null : words.join(", ");
}

const waitingWords = (count: string, isOne: boolean, isShort: boolean): string =>
  `${count} ${isShort ? "" : isOne ? "job " : "jobs "}${isOne ? "waits" : "wait"} to be sent`;
