import { singleton } from "#lib/kernel/singleton";

/** Whether this process should run jobs and whether it does; `/api/ready` reports it. */
export const runnerState = (): { expected: boolean; running: boolean } =>
  singleton("runner-state", () => ({ expected: false, running: false }));
