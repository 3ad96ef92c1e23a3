import { addDays } from "#lib/kernel/dates";
import { type Answer, answer, type Fields, missing, refusal } from "./answer.ts";
import { ZONE } from "./clinic.ts";
import type { Service } from "./service.ts";
import { datetimeOf } from "./shown.ts";
import type { Account } from "./state.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SLOT_MINUTES = 30;

interface Range {
  start: number;
  end: number;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.replace("T", "").split(":").map(Number);
  return hours * 60 + minutes;
};

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;

/** Returns when the visits of a provider and local day end and start, with `buffer` minutes around them. */
export function busyRanges({ clinic }: Account, provider: unknown, day: string, buffer = 0): Range[] {
  return clinic.appointments
    .filter(
      ({ provider_ehr_id, datetime, status, ehr_id }) =>
        ehr_id !== null && status !== "CAN" && provider_ehr_id === provider && String(datetime).slice(0, 10) === day,
    )
    .map(({ datetime, duration }) => {
      const start = minutesOf(String(datetime).slice(11));
      return { start: start - buffer, end: start + Number(duration) + buffer };
    });
}

const without = (shift: Range, busy: readonly Range[]): Range[] =>
  busy.reduce<Range[]>(
    (free, { start, end }) =>
      free.flatMap((each) =>
        [
          { start: each.start, end: Math.min(each.end, start) },
          { start: Math.max(each.start, end), end: each.end },
        ].filter((part) => part.end > part.start),
      ),
    [shift],
  );

const slotsOf = ({ start, end }: Range, minutes: number): Range[] =>
  Array.from({ length: Math.floor((end - start) / minutes) }, (_, place) => ({
    start: start + place * minutes,
    end: start + (place + 1) * minutes,
  }));

/** GET /availability: the working hours minus the visits, whole or in slots. */
export function readAvailability({ variants }: Service, account: Account, query: URLSearchParams): Answer {
  const [from, to] = [query.get("start_date"), query.get("end_date")];
  if (!from) return missing("start_date");
  if (!to) return missing("end_date");
  const method = query.get("calculation_method") ?? "slots";
  if (method !== "gaps" && method !== "slots") return refusal(400, "calculation_method must be one of gaps, slots");
  const listed = (name: string) => query.get(name)?.split(",").filter(Boolean) ?? null;
  const [providers, locations] = [listed("provider_ids"), listed("location_ids")];
  const visitTypes = (account.clinic.settings?.visit_types ?? []) as Fields[];
  const visitType = visitTypes.find(({ id, name }) => [id, name].includes(query.get("visit_type")));
  const minutes = Number(visitType?.duration ?? SLOT_MINUTES);
  const buffer = Number(query.get("buffer") ?? 0);
  const range = (day: string, time: number) =>
    variants.rangeTimes === "time" ? timeOf(time) : datetimeOf(`${day}T${timeOf(time)}`, variants.datetime);
  const found: Fields[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
    for (const provider of account.clinic.providers) {
      if (provider.status !== "active" || String(provider.hide_in_availability) === "true") continue;
      if (providers && !providers.includes(String(provider.ehr_id))) continue;
      const shifts = (provider.hours as Fields[])
        .filter((each) => each.day === weekday)
        .flatMap((each) => each.shifts as Fields[])
        .filter(({ facility_id }) => !locations || locations.includes(String(facility_id)));
      for (const shift of shifts) {
        const whole = { start: minutesOf(String(shift.start)), end: minutesOf(String(shift.end)) };
        const free = without(whole, busyRanges(account, provider.ehr_id, day, buffer));
        for (const each of method === "gaps" ? free : free.flatMap((part) => slotsOf(part, minutes))) {
          found.push({
            date: day,
            range_start: range(day, each.start),
            range_end: range(day, each.end),
            provider_id: provider.ehr_id,
            provider_name: provider.name,
            facility_id: shift.facility_id,
            facility_name: shift.facility_name,
            timezone_abbr: "ET",
          });
        }
      }
    }
  }
  return answer({ results: { availability: found }, timezone: ZONE });
}
