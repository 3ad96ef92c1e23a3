import { singleton } from "#lib/kernel/singleton";

/** Whether this process is to run jobs, and whether it does: what `/api/ready` asks. */
export const runnerState = (): { expected: boolean; running: boolean } =>
  singleton("runner-state", () => ({ expected: false, running: false }));
