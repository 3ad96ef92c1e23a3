import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { APPOINTMENT_FILTERS, appointmentQuery, calendarQuery } from "#components/appointments/filters/filters.ts";
import { viewsOf } from "#components/list-page/list-views.ts";
import { useNarrow } from "#components/ui/use-narrow";
import { useNow } from "#components/ui/use-now";
import { appointmentList, wholeAppointments } from "#lib/browser/api/appointments";
import { providers } from "#lib/browser/api/providers";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { openingOf, providerChoices, shownProviders } from "./calendar-columns.ts";
import {
  ALL_PROVIDERS,
  CALENDAR_PLACE,
  dayOf,
  daysOf,
  providersOf,
  turnTo,
  type View,
  viewOf,
} from "./calendar-place.ts";

/** Page size of an agenda: it is read from the top, so phones load less than a week. */
const AGENDA_PAGE = 200;

/** A week shows one provider unless more are chosen, so that its columns have room for full names. */
const mostColumns = (view: View | null, isNarrow: boolean | null): number =>
  view === "week" || (view === "day" && isNarrow) ? 1 : Number.POSITIVE_INFINITY;

/** Returns the content of the appointments page by its URL: the view, its days and providers, and their records. */
export function useCalendar() {
  const account = useAccount();
  const filter = useListFilters(APPOINTMENT_FILTERS);
  const { filters } = filter;
  const { filters: place, change: setPlace } = useListFilters(CALENDAR_PLACE);
  const isNarrow = useNarrow();
  const today = todayIn(account.timezone, new Date(useNow(60_000) ?? Date.now()));
  const view = viewOf(place, filters, isNarrow);
  const day = dayOf(place, today);
  const days = useMemo(() => (view === null || view === "table" ? [] : daysOf(view, day)), [view, day]);
  const chosen = providersOf(place, filters);
  const isGrid = view === "day" || view === "week";

  const asked = view === "table" ? appointmentQuery(filters, today) : calendarQuery(filters, days);
  const [only] = chosen;
  const isOfOne = view === "agenda" && chosen.length === 1 && only !== undefined && only !== ALL_PROVIDERS;
  const query = isOfOne ? { ...asked, provider_ehr_id: only } : asked;

  const listed = useRows({
    ...appointmentList(account.id, query, ...(view === "agenda" ? [AGENDA_PAGE] : [])),
    enabled: view !== null && !isGrid,
  });
  const whole = useQuery({ ...wholeAppointments(account.id, query), enabled: isGrid });
  const doctors = useQuery(providers(account.id));
  const all = isGrid ? (whole.data ?? []) : listed.rows;
  const choices = useMemo(() => providerChoices(doctors.data ?? [], all), [doctors.data, all]);
  const ids = shownProviders(choices, chosen, mostColumns(view, isNarrow), isGrid ? all : [])
    .map(({ id }) => id)
    .join(",");
  const shown = useMemo(() => {
    const kept = new Set(ids.split(","));
    return choices.filter(({ id }) => kept.has(id));
  }, [choices, ids]);
  const opening = useMemo(
    () => openingOf(doctors.data?.filter(({ ehr_id }) => ids.split(",").includes(ehr_id)) ?? [], days),
    [doctors.data, ids, days],
  );
  const isAll = shown.length === choices.length;
  const narrowed = useMemo(() => {
    const kept = new Set(ids.split(","));
    return isAll || view === "table" ? all : all.filter(({ provider_ehr_id }) => kept.has(provider_ehr_id));
  }, [all, isAll, ids, view]);

  /** A saved view keeps what to look at, not the days: those of its making have soon passed. */
  const {
    start_date: _from,
    end_date: _until,
    ...lasting
  } = { ...filters, view: place.view, providers: place.providers };
  const views = viewsOf("appointments", {
    filters: lasting,
    change: ({ view: name, providers: whose, ...changed }) => {
      setPlace({ ...(name !== undefined && { view: name }), ...(whose !== undefined && { providers: whose }) });
      filter.change(changed);
    },
  });

  return {
    ...filter,
    views,
    view,
    day,
    days,
    today,
    query,
    /** State of the query behind the view. */
    read: isGrid ? whole : listed.query,
    /** Identifies the records in view (`useRows`). The columns of a calendar follow from its records, so they do not count. */
    listKey: isGrid ? JSON.stringify([view, query, chosen, whole.isPlaceholderData]) : `${listed.listKey} ${ids}`,
    /** All loaded records of the days, of all providers. */
    all,
    /** The records in view. */
    records: narrowed,
    more: isGrid ? undefined : listed.more,
    /** Number of all records that match, also of those that are not loaded; null while unknown. */
    total: isGrid ? null : listed.counted.total,
    choices,
    shown,
    /** The working hours of the providers in view on these days; null if none is known. */
    opening,
    /** EMR ids of the providers in view; empty for all. */
    only: isAll || view === "table" ? [] : shown.map(({ id }) => id),
    goTo: (to: string) => setPlace({ day: to }),
    choose: (ids: readonly string[]) => setPlace({ providers: ids.join(",") }),
    turn: (to: View) => {
      if (view === null) return;
      const { view: name, day: from, providers: whose, ...changed } = turnTo(to, { view, place, filters, today });
      setPlace({ view: name, day: from, providers: whose });
      filter.change(changed);
    },
  };
}
