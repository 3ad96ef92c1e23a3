import type { EmrRow } from "#lib/emr/account";
import type { StoredJob } from "#lib/job-record/stored-job";
import { reasonOf } from "#lib/kernel/failure-reasons";

type Origin = Pick<StoredJob, "originVersion">;

/** Why a job of an EMR that the account no longer leads to is not sent, or its result not stored. */
export const MOVED = "The account was linked to another EMR after this was accepted";
/** Why a job failed whose result was of an EMR that the account no longer leads to. */
export const ENDED_BY_MOVE = { reason: MOVED, reasons: reasonOf("emr_unlinked", MOVED) };
const UNLINKED = "The account is unlinked from its EMR";

/** Returns whether the account leads to another EMR than the one whose patients and records a job names. */
export const isMoved = (job: Origin, account: Pick<EmrRow, "originVersion">): boolean =>
  job.originVersion !== account.originVersion;

/** Returns why an EMR must not be called for a job; null if it may. */
export function cutOffReason(job: Origin, account: Pick<EmrRow, "originVersion" | "unlinkedAt">): string | null {
  if (isMoved(job, account)) return MOVED;
  return account.unlinkedAt === null ? null : UNLINKED;
}
