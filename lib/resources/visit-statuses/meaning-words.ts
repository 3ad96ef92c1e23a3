import type { VisitMeaning } from "#lib/emr/port/visit-meaning";

/** The words for the meanings of visit statuses. */
export const MEANING_WORDS: Record<VisitMeaning, string> = {
  booked: "Booked",
  confirmed: "Confirmed",
  arrived: "Arrived",
  in_room: "In room",
  done: "Done",
  no_show: "No show",
  cancelled: "Cancelled",
};
