import { refreshSources } from "#lib/emr-directory/import";
import { claimRun } from "#lib/jobs/runner/claim-run";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { logger } from "#lib/kernel/logger";

const EVERY_S = 24 * 60 * 60;
const CHECK_MS = 10 * 60_000;

/** Reads the imported directories of EMRs again if this process claims the day's run. */
export async function refreshDirectoriesWhenDue(stopping: AbortSignal): Promise<void> {
  if (!(await claimRun("emr-directory", EVERY_S))) return;
  for await (const { name, outcome } of refreshSources(stopping)) {
    if (typeof outcome === "string") logger.warn({ kind: name, outcome }, "a directory of EMRs was not read again");
    else logger.info({ kind: name, count: outcome?.entries.length }, "a directory of EMRs was read again");
  }
}

/** Checks now and periodically whether the directories are due; may run in every process. */
export const startDirectoryRefresh = () =>
  repeatedly(CHECK_MS, "the directories of EMRs were not read again", refreshDirectoriesWhenDue);
