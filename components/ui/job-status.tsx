import { Ban, CircleCheck, CircleX, Clock3, LoaderCircle, RotateCw, Scale } from "lucide-react";
import { type Look, StatusBadge } from "./badge.tsx";
import { words } from "./words.ts";

export type JobStatusName = "queued" | "running" | "completed" | "failed" | "cancelled";

const LOOKS: Record<JobStatusName, Look> = {
  queued: { word: words.queued, tone: "neutral", icon: <Clock3 aria-hidden="true" /> },
  running: {
    word: words.running,
    tone: "info",
    icon: <LoaderCircle aria-hidden="true" className="animate-spin [animation-duration:2s]" />,
  },
  completed: { word: words.completed, tone: "success", icon: <CircleCheck aria-hidden="true" /> },
  failed: { word: words.failed, tone: "danger", icon: <CircleX aria-hidden="true" /> },
  cancelled: { word: words.cancelled, tone: "neutral", icon: <Ban aria-hidden="true" /> },
};

/** Queued again: an attempt failed, and the next one is scheduled. */
const RETRYING: Look = { word: words.retrying, tone: "warning", icon: <RotateCw aria-hidden="true" /> };

/** Failed, and another job followed it. */
const RETRIED: Look = { word: words.failedSentAgain, tone: "neutral", icon: <RotateCw aria-hidden="true" /> };

/** Queued without a next attempt: a user must check the outcome in the EMR. */
const LEFT: Look = { word: words.toReconcile, tone: "warning", icon: <Scale aria-hidden="true" /> };

export interface JobStatusProps {
  status: JobStatusName;
  /** True between two attempts; the status is `queued`. */
  retrying?: boolean;
  /** True if a user must reconcile the job; the status is `queued`. */
  needsPerson?: boolean;
  /** True if another job retries or corrects this failed one. */
  retried?: boolean;
  /** Another word for the same status, such as "Accepted" at the start of a panel. */
  word?: string;
}

/** Shows a job's status the same way everywhere: word, icon and color. */
export function JobStatus({ status, retrying = false, needsPerson = false, retried = false, word }: JobStatusProps) {
  const ended = retried && status === "failed" ? RETRIED : LOOKS[status];
  const waiting = retrying ? RETRYING : ended;
  return <StatusBadge look={needsPerson ? LEFT : waiting} word={word} />;
}
