"use client";

import { Ban, Check, Circle, CircleX, LoaderCircle, RotateCw, Scale } from "lucide-react";
import { formatExact, formatTime } from "#components/ui/time-words";
import { useTimeZone, useZoneName } from "#components/ui/time-zone";
import type { JobStatus } from "#lib/job-record/model";
import type { JobStory } from "./job-story.ts";
import { words } from "./words.ts";

type StepState = "done" | "now" | "waiting" | "left" | "ahead" | "failed" | "cancelled";

interface Step {
  name: string;
  state: StepState;
  /** ISO 8601. */
  at: string | null;
}

/** Returns the three steps of a job; the last one is named after its outcome. */
function stepsOf(state: JobStatus, story: JobStory, isLeft: boolean): Step[] {
  const ended = state === "completed" || state === "failed" || state === "cancelled";
  const started = story.startedAt !== null;
  const last: Record<JobStatus, Step> = {
    queued: { name: words.completed, state: "ahead", at: null },
    running: { name: words.completed, state: "ahead", at: null },
    completed: { name: words.completed, state: "done", at: story.finishedAt },
    failed: { name: words.failed, state: "failed", at: story.finishedAt },
    cancelled: { name: words.cancelled, state: "cancelled", at: story.finishedAt },
  };
  const waiting: StepState = isLeft ? "left" : "waiting";
  const atWork: StepState = state === "running" ? "now" : started ? waiting : "ahead";
  const running: StepState = ended ? (started ? "done" : "ahead") : atWork;
  return [
    { name: words.accepted, state: "done", at: story.acceptedAt },
    { name: words.running, state: running, at: story.startedAt },
    last[state],
  ];
}

const LOOKS: Record<StepState, { icon: typeof Check; className: string }> = {
  done: { icon: Check, className: "bg-success-soft text-success" },
  now: { icon: LoaderCircle, className: "bg-accent-soft text-accent" },
  waiting: { icon: RotateCw, className: "bg-warning-soft text-warning" },
  left: { icon: Scale, className: "bg-warning-soft text-warning" },
  ahead: { icon: Circle, className: "text-faint" },
  failed: { icon: CircleX, className: "bg-danger-soft text-danger" },
  cancelled: { icon: Ban, className: "bg-sunken text-muted" },
};

/** Returns whether a step is the last one reached. */
const isCurrent = (steps: Step[], index: number) => steps.findLastIndex(({ state }) => state !== "ahead") === index;

function StepTime({ at }: { at: string }) {
  const zone = useTimeZone();
  const zoneName = useZoneName(at);
  return (
    <time dateTime={at} title={formatExact(at, zone)}>
      {[formatTime(at, zone), zoneName].filter(Boolean).join(" ")}
    </time>
  );
}

interface JobStepsProps {
  state: JobStatus;
  story: JobStory;
  /** True if the job is left to a user and does not proceed by itself. */
  isLeft: boolean;
}

/** Shows Accepted → Running → Completed or Failed, each with its time. */
export function JobSteps({ state, story, isLeft }: JobStepsProps) {
  const steps = stepsOf(state, story, isLeft);
  return (
    <ol className="flex items-start" aria-label={words.progress}>
      {steps.map((step, index) => {
        const { icon: Icon, className } = LOOKS[step.state];
        const reached = step.state !== "ahead";
        return (
          <li
            key={step.name}
            aria-current={isCurrent(steps, index) ? "step" : undefined}
            className="flex min-w-0 flex-1 flex-col gap-2 last:flex-none"
          >
            <span className="flex items-center gap-2">
              <span className={`flex size-6 shrink-0 items-center justify-center rounded-full ${className}`}>
                <Icon aria-hidden className={`size-4 ${step.state === "now" ? "motion-safe:animate-spin" : ""}`} />
              </span>
              {index < steps.length - 1 ? (
                <span aria-hidden className={`mr-2 h-px flex-1 ${reached ? "bg-line-strong" : "bg-line"}`} />
              ) : null}
            </span>
            <span className="flex flex-col">
              <span className={`font-medium ${reached ? "text-fg" : "text-faint"}`}>{step.name}</span>
              <span className="text-xs text-muted tabular-nums">
                {step.at && reached ? <StepTime at={step.at} /> : <span aria-hidden>–</span>}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
