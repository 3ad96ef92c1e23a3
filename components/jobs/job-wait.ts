import type { JobDetailModel, JobStanding, JobStatus } from "#lib/job-record/model";
import { words } from "./words.ts";

type Waiting = Pick<JobDetailModel, "waiting_for" | "waiting_code" | "next_attempt_at" | "finished_at">;

/** What an unfinished job waits for. */
export type JobWait = "person" | "job" | "hold" | "login" | "event" | "log" | "attempt" | "confirmation" | "answer";

/** Returns what an unfinished job waits for, as its panel shows and says it; null if it waits for nothing. */
export function jobWait(job: Waiting, { state, doubt, needs_person: isLeft }: JobStanding): JobWait | null {
  if (state !== "running" && state !== "queued") return null;
  if (isLeft) return "person";
  if (state === "queued" && job.waiting_for !== null) return "job";
  const isTimed = job.next_attempt_at !== null;
  if (job.waiting_code === "held" && isTimed) return "hold";
  if (job.waiting_code === "login_lost") return "login";
  if (job.waiting_code === "emr_event") return "event";
  if (job.waiting_code === "log_searched" && isTimed) return "log";
  if (isTimed) return "attempt";
  if (job.finished_at !== null) return "confirmation";
  return doubt ? "answer" : null;
}

const SPOKEN: Record<JobStatus, string> = {
  queued: "accepted",
  running: "running",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

const SPOKEN_WAITS: Partial<Record<JobWait, string>> = {
  person: words.waitsForPerson,
  job: words.waitsForJob,
  hold: words.waitsToBeSent,
  login: words.waitsForLogin,
  event: words.waitsForEvent,
  log: words.waitsForLog,
  attempt: words.waitsForAttempt,
};

/** Returns what a screen reader says of a job's state: what its panel shows. */
export function spokenState(job: Waiting, standing: JobStanding): string {
  const wait = jobWait(job, standing);
  return (wait && SPOKEN_WAITS[wait]) ?? SPOKEN[standing.state];
}
