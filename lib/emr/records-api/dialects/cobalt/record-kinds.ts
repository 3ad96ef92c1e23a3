import type { KindSupport, SyncKind } from "#lib/emr/port/port";
import { Traits } from "#lib/emr/records-api/traits";
import { AVAILABILITY_PATH } from "./names.ts";

const WHOLE: KindSupport = { read: "whole", ids: false, reason: null };

/** What is read by days: the near ones each time, all of them once a night. */
const BY_DAYS = { read: "incremental", ids: false, partial: true, rotates: true } as const;

const VISIT_DAYS =
  "The EMR shows visits by days: those from yesterday to 13 days ahead are read each time, half a year back and a year ahead once a night";

/** How visits are read beside the open times, which the service calculates. */
const visits = (answersAvailability: boolean): KindSupport => ({
  ...BY_DAYS,
  reason: answersAvailability
    ? `${VISIT_DAYS}. Open times are those that it calculates for any visit: of 14 days from today each time, of 91 once a night`
    : `${VISIT_DAYS}. Open times are not read: it does not answer GET ${AVAILABILITY_PATH}`,
});

const CLAIMS: KindSupport = {
  ...BY_DAYS,
  reason: "The EMR shows claims by days: those of the last 30 days are read each time, of two years once a night",
};

const REFERRALS: KindSupport = {
  ...BY_DAYS,
  reason: "The EMR shows referrals by days: those of the last 30 days are read each time, of two years once a night",
};

const FROM_REFERRALS: KindSupport = {
  ...BY_DAYS,
  reason: "The EMR names documents in referrals alone: a file that it changes later is not read again",
};

/** Patients without a list are never removed: one without a visit in the range is still a patient. */
const FROM_VISITS: KindSupport = {
  ...BY_DAYS,
  reason: "The EMR shows no list of patients: they come from the visits of half a year back and a year ahead",
};

const without = (path: string): KindSupport => ({
  read: "unsupported",
  ids: false,
  reason: `The EMR does not answer GET ${path}`,
});

/** Returns how each kind of record is read from a remote with these traits. */
export function kindsOf(found: readonly string[] | undefined): Record<SyncKind, KindSupport> {
  const traits = new Traits(found);
  const listed = (path: Parameters<Traits["answers"]>[0], support = WHOLE) =>
    traits.answers(path) ? support : without(path);
  const answersPatients = traits.answers("/patients");
  return {
    settings: WHOLE,
    locations: listed("/locations"),
    providers: listed("/providers"),
    visit_types: traits.has(VISIT_TYPES) ? WHOLE : { ...without("/settings"), reason: NO_VISIT_TYPES },
    staff: listed("/staff"),
    referring_providers: listed("/referring-providers"),
    forms: listed("/forms"),
    patients: answersPatients || !traits.answers("/appointments") ? listed("/patients") : FROM_VISITS,
    appointments: listed("/appointments", visits(traits.has(`GET ${AVAILABILITY_PATH}`))),
    claims: listed("/claims", CLAIMS),
    referrals: listed("/referrals", REFERRALS),
    recalls: listed("/recalls"),
    documents: listed("/referrals", FROM_REFERRALS),
  };
}

/** Name of the finding that the settings name visit types. */
export const VISIT_TYPES = "visit types in GET /settings";

const NO_VISIT_TYPES = "The EMR's GET /settings names no visit types";
