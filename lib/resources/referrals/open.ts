import type { ReferralModel } from "./model.ts";

/** Parts of an EMR's own status that end a referral, as a regular expression for JavaScript and PostgreSQL alike. */
export const ENDED_STATUS = "clos|complet|cancel|declin|denied|deny|expire|reject";

const ENDED = new RegExp(ENDED_STATUS, "i");

/** Returns whether a referral is open on a day (YYYY-MM-DD): neither its status nor its last day says that it ended. */
export const isOpenReferral = ({ status, end_date }: Pick<ReferralModel, "status" | "end_date">, day: string) =>
  !ENDED.test(status ?? "") && (end_date === null || end_date >= day);
