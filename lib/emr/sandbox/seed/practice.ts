import type { EmrLocation } from "#lib/emr/port/port";
import type { PracticeRecords } from "#lib/emr/sandbox/records";
import { CATALOG } from "./catalog.ts";
import { claimsOf } from "./claims.ts";
import { documentsOf } from "./documents.ts";
import { FORMS } from "./forms.ts";
import { patientsOf, providersOf } from "./people.ts";
import { addressIn, phoneIn } from "./places.ts";
import { NOTE_CATEGORIES, PAYMENT_METHODS, practiceLists, VISIT_STATUSES, VISIT_TYPES } from "./practice-lists.ts";
import type { PracticePlan } from "./practice-plan.ts";
import { randomOf } from "./random.ts";
import { recallsOf } from "./recalls.ts";
import { referralsOf } from "./referrals.ts";
import { type SchedulingPractice, scheduleOf, windowOf } from "./schedule.ts";
import { referringProvidersOf, staffOf } from "./staff.ts";
import { ADULT_VISITS, CHILD_VISITS } from "./visits.ts";

function locationsOf(account: PracticePlan): EmrLocation[] {
  return account.locationNames.map((name, index) => {
    const random = randomOf(`${account.name}/location/${name}`);
    const place = account.places.find(({ city }) => name.includes(city)) ?? account.places[0];
    if (!place) throw new Error(`${account.name} lies nowhere`);
    const address = addressIn(place, random);
    return {
      emrId: `LOC-${account.firstLocation + index}`,
      name,
      addressStreet: address.street.replace(/ Apt \d+$/, ""),
      addressCity: address.city,
      addressState: address.state,
      addressZip: address.zip,
      phone: phoneIn(place, random),
    };
  });
}

/** Returns the parts of a practice's schedule on a day (YYYY-MM-DD in its zone). */
export const schedulingOf = (account: PracticePlan, today: string): SchedulingPractice => ({
  name: account.name,
  locations: locationsOf(account),
  providers: providersOf(account),
  patients: patientsOf(account, today),
  visits: account.oldest < 30 ? CHILD_VISITS : ADULT_VISITS,
  visitTypes: VISIT_TYPES,
});

/**
 * Returns the records of a demo practice at a wall clock of its zone (YYYY-MM-DDTHH:MM); the same time always yields
 * the same records.
 */
export function practiceOf(account: PracticePlan, now: string): PracticeRecords {
  const today = now.slice(0, 10);
  const scheduling = schedulingOf(account, today);
  const { locations, providers, patients } = scheduling;
  const { name, kind, timezone } = account;
  const lists = practiceLists([...new Set(account.specialties)]);
  const staff = staffOf(account);
  const referringProviders = referringProvidersOf(account);
  const referrals = referralsOf(
    {
      ...account,
      patients,
      locations,
      staff,
      referringProviders,
      statuses: lists.referralStatuses,
      specialties: lists.specialties,
    },
    today,
  );
  return {
    name,
    kind,
    timezone,
    lists,
    visitStatuses: VISIT_STATUSES,
    paymentMethods: PAYMENT_METHODS,
    noteCategories: NOTE_CATEGORIES,
    locations,
    providers,
    visitTypes: VISIT_TYPES,
    staff,
    referringProviders,
    forms: FORMS,
    catalog: CATALOG,
    patients,
    appointments: scheduleOf(scheduling, windowOf(today), now),
    claims: claimsOf({ ...account, patients }, today),
    referrals,
    documents: documentsOf({ name, referrals, patients, referringProviders }),
    recalls: recallsOf(
      { ...account, patients, actions: lists.recallActions, closingActions: lists.recallClosingActions },
      today,
    ),
  };
}
