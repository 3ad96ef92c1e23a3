import type { AppointmentFilters } from "#components/appointments/filters/filters.ts";
import { addDays, isCalendarDate } from "#lib/kernel/dates";

export const VIEWS = ["day", "week", "agenda", "table"] as const;

export type View = (typeof VIEWS)[number];

/** The calendar's parameters in the URL: the view, a day, and the chosen providers' EMR ids. */
export const CALENDAR_PLACE = ["view", "day", "providers"] as const;

export type CalendarPlace = Record<(typeof CALENDAR_PLACE)[number], string>;

const WEEK = 7;

const isView = (text: string): text is View => VIEWS.some((view) => view === text);

/**
 * Returns the view of a URL. Without one it is the table if the URL has the table's days, else the day, or the agenda
 * on a narrow screen. Returns null while the screen's width is unknown and matters.
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

/** Returns the day of a URL, else `today`; both YYYY-MM-DD. */
export const dayOf = ({ day }: CalendarPlace, today: string): string => (isCalendarDate(day) ? day : today);

/** Returns the days (YYYY-MM-DD) that a view shows around a day. A week begins with Sunday, as in the date pickers. */
export function daysOf(view: Exclude<View, "table">, day: string): string[] {
  if (view === "day") return [day];
  const first = view === "week" ? addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay()) : day;
  return Array.from({ length: WEEK }, (_, index) => addDays(first, index));
}

/** Returns the distance in days to the next part of a view. */
export const stepOf = (view: View): number => (view === "day" ? 1 : WEEK);

/** Stands for every provider if the default would show fewer. */
export const ALL_PROVIDERS = "all";

/** Returns the providers' EMR ids of a URL, from the calendar's parameter or the table's. */
export const providersOf = (
  { providers }: Pick<CalendarPlace, "providers">,
  { provider_ehr_id }: Pick<AppointmentFilters, "provider_ehr_id">,
): string[] => (providers || provider_ehr_id).split(",").filter(Boolean);

type Address = CalendarPlace & Pick<AppointmentFilters, "start_date" | "end_date" | "provider_ehr_id">;

/** Returns the URL's parameters for another view, which keeps the visible days and providers. */
export function turnTo(
  view: View,
  now: { view: View; place: CalendarPlace; filters: AppointmentFilters; today: string },
): Address {
  const { place, filters, today } = now;
  const chosen = providersOf(place, filters).filter((id) => id !== ALL_PROVIDERS);
  if (view !== "table") {
    // An agenda begins with its day, so it continues a week from the week's first day.
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
