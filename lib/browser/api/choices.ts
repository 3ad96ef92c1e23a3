import type { Widget } from "#lib/definitions/operation";
import { fullName } from "#lib/kernel/full-name";
import type { FormModel } from "#lib/resources/forms/model";
import type { LocationModel } from "#lib/resources/locations/model";
import type { ProviderModel } from "#lib/resources/providers/model";
import type { AccountSettings } from "#lib/resources/settings/model";
import type { ReferringProviderModel, StaffModel, VisitTypeModel } from "#lib/resources/settings/practice-lists";
import type { VisitStatus } from "./visit-statuses.ts";

/** One choice of a form's field: the value in the request and the name on the screen. */
export interface FieldChoice {
  id: string;
  name: string;
  detail?: string;
}

/** The list of the settings that a field offers, and the property of an entry that the request carries. */
export interface SettingsList {
  pick: (settings: AccountSettings) => readonly { id: string; name: string }[];
  sends: "id" | "name";
}

/** The widgets that choose from a list of the settings. */
export const SETTINGS_LISTS = {
  "payment-method": { pick: ({ payment_methods }) => payment_methods, sends: "name" },
  "referral-status": { pick: ({ referral_statuses }) => referral_statuses, sends: "name" },
  specialty: { pick: ({ specialties }) => specialties, sends: "name" },
  "recall-action": { pick: ({ recall_actions }) => recall_actions, sends: "name" },
  "task-type": { pick: ({ task_types }) => task_types, sends: "name" },
  "task-details": { pick: ({ task_details }) => task_details, sends: "name" },
  "phone-call-type": { pick: ({ phone_call_types }) => phone_call_types, sends: "id" },
  "note-categories": { pick: ({ note_categories }) => note_categories, sends: "name" },
  "staff-groups": { pick: ({ staff_groups }) => staff_groups, sends: "id" },
  team: { pick: ({ teams }) => teams, sends: "name" },
} as const satisfies Partial<Record<Widget, SettingsList>>;

/** Returns the choices in a list of the settings. */
export const settingsChoices =
  ({ pick, sends }: SettingsList) =>
  (found: AccountSettings): FieldChoice[] =>
    pick(found).map((named) => ({ id: named[sends], name: named.name }));

/** The details that distinguish a choice, and whether it is shown as it was read last. */
const details = (parts: readonly (string | null | false)[], { set_aside }: { set_aside: string | null }): string =>
  [...parts, set_aside && "Not current"].filter(Boolean).join(" · ");

/** Returns locations; the request carries the `emr_id` (decisions §3). */
export const locationChoices = (found: readonly LocationModel[]): FieldChoice[] =>
  found.map((place) => ({
    id: place.emr_id,
    name: place.name,
    detail: details([[place.address_street, place.address_city].filter(Boolean).join(", ")], place),
  }));

const providersBy =
  (key: "ehr_id" | "provider_number") =>
  (found: readonly ProviderModel[]): FieldChoice[] =>
    found.map((provider) => ({
      id: provider[key],
      name: fullName(provider),
      detail: details([provider.specialty, provider.status === "inactive" && "inactive"], provider),
    }));

/** Returns providers; the request carries the id in the EMR. */
export const providerChoices = providersBy("ehr_id");

/** Returns providers; the request carries digits only (interface 4.8). */
export const providerNumberChoices = providersBy("provider_number");

/** Returns staff; the request carries the id in the EMR. */
export const staffChoices = (found: readonly StaffModel[]): FieldChoice[] =>
  found.map((person) => ({
    id: person.ehr_id,
    name: fullName(person),
    detail: details([person.role], person),
  }));

/** Returns referring providers; the request carries the id in this product. */
export const referringProviderChoices = (found: readonly ReferringProviderModel[]): FieldChoice[] =>
  found.map((person) => ({
    id: person.id,
    name: fullName(person),
    detail: details([person.speciality, person.npi && `NPI ${person.npi}`], person),
  }));

/** Returns visit statuses; the request carries the code (interface 2.13). */
export const visitStatusChoices = (found: readonly VisitStatus[]): FieldChoice[] =>
  found.map(({ code, description }) => ({ id: code, name: description, detail: code }));

/** Returns visit types by name, once each: the filter carries the name. */
export const visitTypeChoices = (found: readonly VisitTypeModel[]): FieldChoice[] =>
  found.map((type) => ({ id: type.name, name: type.name, detail: details([], type) }));

/** Returns questionnaires; the request carries the `emr_form_id` (interface 4.3). */
export const formChoices = (found: readonly FormModel[]): FieldChoice[] =>
  found.map((form) => ({ id: form.emr_form_id, name: form.name, detail: details([form.scored && "Scored"], form) }));
