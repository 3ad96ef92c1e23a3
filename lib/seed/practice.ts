import type { EmrLocation } from "#lib/emr/port";
import type { PracticeRecords } from "#lib/emr/sandbox/records";
import type { DemoAccount } from "./demo.ts";
import { patientsOf, providersOf } from "./people.ts";
import { addressIn, phoneIn } from "./places.ts";
import { NOTE_CATEGORIES, PAYMENT_METHODS, practiceLists, VISIT_STATUSES } from "./practice-lists.ts";
import { randomOf } from "./random.ts";
import { scheduleOf } from "./schedule.ts";

function locationsOf(account: DemoAccount): EmrLocation[] {
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

/** What the EMR of a demo's account holds on a day (YYYY-MM-DD in its zone): the same for the same day, always. */
export function practiceOf(account: DemoAccount, today: string): PracticeRecords {
  const locations = locationsOf(account);
  const providers = providersOf(account);
  const patients = patientsOf(account, today);
  return {
    name: account.name,
    kind: account.kind,
    timezone: account.timezone,
    lists: practiceLists([...new Set(account.specialties)]),
    visitStatuses: VISIT_STATUSES,
    paymentMethods: PAYMENT_METHODS,
    noteCategories: NOTE_CATEGORIES,
    locations,
    providers,
    visitTypes: [],
    staff: [],
    referringProviders: [],
    forms: [],
    catalog: [],
    claims: [],
    referrals: [],
    documents: [],
    recalls: [],
    patients,
    appointments: scheduleOf({ name: account.name, providers, locations, patients }, today),
  };
}
