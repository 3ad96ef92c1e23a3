/**
 * The meanings of a visit status to a front desk, in the order of a visit. EMRs have codes and descriptions of their own, of
 * which several may have one meaning.
 */
export const VISIT_MEANINGS = ["booked", "confirmed", "arrived", "in_room", "done", "no_show", "cancelled"] as const;

export type VisitMeaning = (typeof VISIT_MEANINGS)[number];
