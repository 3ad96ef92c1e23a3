import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "#lib/kernel/singleton";

/** What of ours changes records; a reading of the EMR has no such cause. */
export interface OwnCause {
  /** Null for a change that no job makes, such as an admin's. May be known only later in the transaction. */
  jobId: number | null;
}

const causes = () => singleton("change-causes", () => new AsyncLocalStorage<OwnCause>());

/** Runs work whose changes of synchronized records are our own. */
export const asOwnChange = <Result>(cause: OwnCause, work: () => Result): Result => causes().run(cause, work);

/** Returns what of ours the calling code works for; null if it stores what was read from the EMR. */
export const presentCause = (): OwnCause | null => causes().getStore() ?? null;
