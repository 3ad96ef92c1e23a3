import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const CALLER = fileURLToPath(new URL("schedule-caller.ts", import.meta.url));

/** A booking; or the move of the visit with this id. */
export interface ScheduleRequest {
  visit?: string;
  body: Record<string, unknown>;
}

export interface ScheduleAnswer {
  status: number;
  body: { job_id: number; overlaps?: unknown[] };
}

/** Sends requests at once from as many processes, each its own share. Returns the answers in the order of the requests. */
export async function sendFromProcesses(
  headers: Record<string, string>,
  requests: readonly ScheduleRequest[],
  processes: number,
): Promise<ScheduleAnswer[]> {
  const send = async (one: number): Promise<[number, ScheduleAnswer][]> => {
    const own = [...requests.entries()].filter(([place]) => place % processes === one);
    const child = spawn(process.execPath, [CALLER], {
      env: { ...process.env, RATE_LIMIT_PER_MINUTE: "100000" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(JSON.stringify({ headers, requests: own.map(([, request]) => request) }));
    const answers = JSON.parse(await text(child.stdout)) as ScheduleAnswer[];
    return own.map(([place], index) => [place, answers[index] as ScheduleAnswer]);
  };
  const all = await Promise.all(Array.from({ length: processes }, (_, one) => send(one)));
  return all
    .flat()
    .toSorted(([one], [other]) => one - other)
    .map(([, answer]) => answer);
}
