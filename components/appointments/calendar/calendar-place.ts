import type { AppointmentFilters } from "#components/appointments/filters/filters.ts";
import { addDays, isCalendarDate } from "#lib/kernel/dates";

export const VIEWS = ["day", "week", "agenda", "table"] as const;

export type View = (typeof VIEWS)[number];

/** Where in the calendar one is, as it stands in the address: the view, a day, and the chosen providers' EMR ids. */
export const CALENDAR_PLACE = ["view", "day", "providers"] as const;

export type CalendarPlace = Record<(typeof CALENDAR_PLACE)[number], string>;

const WEEK = 7;

const isView = (text: string): text is View => VIEWS.some((view) => view === text);

/**
 * The view that an address shows. One that names none shows the table where it names the table's days, else the day,
 * or the agenda on a narrow screen. Null while the screen's width is not known and matters.
 */
export function viewOf(
  { view }: CalendarPlace,
  { start_date, end_date }: Pick<AppointmentFilters, "start_date" | "end_date">,
  isNarrow: boolean | null,
): View | null {
  if (isView(view)) return view;
  if (start_date || end_date) return "table";
  return isNarrow === null ? null : isNarrow ? "agenda" : "day";
}

/** The day that an address names, else `today`; both YYYY-MM-DD. */
export const dayOf = ({ day }: CalendarPlace, today: string): string => (isCalendarDate(day) ? day : today);

/** The days (YYYY-MM-DD) that a view shows around one: the week begins with Sunday, as in the pickers of days. */
export function daysOf(view: Exclude<View, "table">, day: string): string[] {
  if (view === "day") return [day];
  const first = view === "week" ? addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay()) : day;
  return Array.from({ length: WEEK }, (_, index) => addDays(first, index));
}

/** How many days further the next part of a view lies. */
export const stepOf = (view: View): number => (view === "day" ? 1 : WEEK);

/** Names every provider, where fewer would be shown otherwise. */
export const ALL_PROVIDERS = "all";

/** The providers' EMR ids that an address names, in the calendar's own way or in the table's. */
export const providersOf = (
  { providers }: Pick<CalendarPlace, "providers">,
  { provider_ehr_id }: Pick<AppointmentFilters, "provider_ehr_id">,
): string[] => (providers || provider_ehr_id).split(",").filter(Boolean);

type Address = CalendarPlace & Pick<AppointmentFilters, "start_date" | "end_date" | "provider_ehr_id">;

/** What the address says once another view is chosen: it goes on with the days and providers that were in sight. */
export function turnTo(
  view: View,
  now: { view: View; place: CalendarPlace; filters: AppointmentFilters; today: string },
): Address {
  const { place, filters, today } = now;
  const chosen = providersOf(place, filters).filter((id) => id !== ALL_PROVIDERS);
  if (view !== "table") {
    // An agenda runs from its day on: a week goes on from its own first day.
    const [weekStart = place.day] = now.view === "week" && view === "agenda" ? daysOf("week", dayOf(place, today)) : [];
    return {
      view,
      day: now.view === "table" ? filters.start_date : weekStart,
      providers: now.view === "table" ? filters.provider_ehr_id : place.providers,
      start_date: "",
      end_date: "",
      provider_ehr_id: "",
    };
  }
  const days = now.view === "table" ? [] : daysOf(now.view, dayOf(place, today));
  return {
    view,
    day: "",
    providers: "",
    start_date: days[0] ?? filters.start_date,
    end_date: days.at(-1) ?? filters.end_date,
    provider_ehr_id: now.view === "table" ? filters.provider_ehr_id : chosen.length === 1 ? (chosen[0] ?? "") : "",
  };
}
