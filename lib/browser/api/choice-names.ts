import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import type { Widget } from "#lib/definitions/operation";
import type { RecallModel } from "#lib/resources/recalls/model";
import type { ReferralModel } from "#lib/resources/referrals/model";
import {
  type FieldChoice,
  formChoices,
  locationChoices,
  providerChoices,
  providerNumberChoices,
  referringProviderChoices,
  SETTINGS_LISTS,
  settingsChoices,
  staffChoices,
  visitStatusChoices,
} from "./choices.ts";
import { forms } from "./forms.ts";
import { locations } from "./locations.ts";
import { providers } from "./providers.ts";
import { recalls } from "./recalls.ts";
import { referrals } from "./referrals.ts";
import { referringProviders } from "./referring-providers.ts";
import { settings } from "./settings.ts";
import { staff } from "./staff.ts";
import { visitStatuses } from "./visit-statuses.ts";

/** Returns referrals and recalls by their reason; the request's URL carries the id in this product. */
const reasonChoices = (found: readonly (ReferralModel | RecallModel)[]): FieldChoice[] =>
  found.map(({ id, reason }) => ({ id, name: reason }));

type Read = (accountId: string) => UseQueryOptions;

/** A query and the choices in its result. */
interface Source {
  read: Read;
  choices: (found: unknown) => FieldChoice[];
}

/** Pairs a query with the choices in its own result; a list of sources of several types can only hold them untyped. */
const from = <Data, Key extends QueryKey>(
  read: (accountId: string) => UseQueryOptions<Data, Error, Data, Key>,
  choices: (found: Data) => FieldChoice[],
): Source => ({ read: read as unknown as Read, choices: choices as Source["choices"] });

const ofSettings = (widget: keyof typeof SETTINGS_LISTS) => from(settings, settingsChoices(SETTINGS_LISTS[widget]));

/** The queries that supply the names for a widget's values; the values of other widgets are already names. */
const SOURCES: Partial<Record<Widget, readonly Source[]>> = {
  location: [from(locations, locationChoices)],
  provider: [from(providers, providerChoices)],
  "provider-number": [from(providers, providerNumberChoices)],
  staff: [from(staff, staffChoices)],
  "staff-or-group": [from(staff, staffChoices), ofSettings("staff-groups")],
  "staff-groups": [from(staff, staffChoices), ofSettings("staff-groups")],
  "phone-call-type": [ofSettings("phone-call-type")],
  "referring-provider": [from(referringProviders, referringProviderChoices)],
  "visit-status": [from(visitStatuses, visitStatusChoices)],
  form: [from(forms, formChoices)],
  referral: [from(referrals, reasonChoices)],
  recall: [from((accountId: string) => recalls(accountId), reasonChoices)],
};

/** Returns the display name of a field's value; the value itself if the name is unknown or not loaded yet. */
export type NameOf = (widget: Widget, value: string) => string;

/** Loads the display names of the values that the pickers of these widgets send. */
export function useChoiceNames(accountId: string, widgets: readonly Widget[]): NameOf {
  const sources = new Map(widgets.map((widget) => [widget, SOURCES[widget] ?? []]));
  const reads = [...new Set([...sources.values()].flatMap((ofWidget) => ofWidget.map(({ read }) => read)))];
  const found = useQueries({ queries: reads.map((read) => read(accountId)) });
  return (widget, value) => {
    for (const { read, choices } of sources.get(widget) ?? []) {
      const data = found[reads.indexOf(read)]?.data;
      const choice = data === undefined ? undefined : choices(data).find(({ id }) => id === value);
      if (choice) return choice.name;
    }
    return value;
  };
}
