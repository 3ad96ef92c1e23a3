import { singleton } from "#lib/kernel/singleton";

/** The state of this process as `/api/ready` reports it. */
export interface ProcessState {
  /** Whether it should run jobs. */
  runnerExpected: boolean;
  /** Whether it runs jobs. */
  runnerUp: boolean;
  /** Whether it was told to end. It may still answer for STOP_GRACE_SECONDS. */
  stopping: boolean;
}

export const processState = (): ProcessState =>
  singleton("process-state", () => ({ runnerExpected: false, runnerUp: false, stopping: false }));
