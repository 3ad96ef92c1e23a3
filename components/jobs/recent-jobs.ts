import { jobList } from "#lib/browser/api/jobs";

const LOOKED_AT = 20;

/** The newest jobs, for the tray. */
export const recentJobs = (accountId: string) => jobList(accountId, {}, LOOKED_AT);
