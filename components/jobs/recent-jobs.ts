import { jobList } from "#lib/browser/api/jobs";

const LOOKED_AT = 20;

/** The newest jobs, which the tray and the list of held jobs share. */
export const recentJobs = (accountId: string) => jobList(accountId, {}, LOOKED_AT);
