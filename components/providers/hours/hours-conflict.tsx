import { words } from "#components/providers/words.ts";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { DAYS, type ProviderHours, type ProviderModel } from "#lib/resources/providers/model";
import { sameHours } from "#lib/resources/providers/same-hours";
import { inOrder, timeWords } from "./shift.ts";

interface HoursConflictProps {
  /** The hours that another user has saved. */
  theirs: readonly ProviderHours[];
  /** The hours that are not saved. */
  mine: readonly ProviderHours[];
  /** Author and time of the saved hours. */
  change: Pick<ProviderModel, "changed_by" | "changed_at">;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

type Day = (typeof DAYS)[number];

const ofDay = (hours: readonly ProviderHours[], day: Day) => hours.filter((shift) => shift.day === day).sort(inOrder);

/** Returns the first and the last day of a shift that holds only for some time, or null. */
const validity = ({ start_date, end_date }: ProviderHours): string | null =>
  start_date || end_date ? words.validFor(start_date?.slice(0, 10) ?? null, end_date?.slice(0, 10) ?? null) : null;

/** The shifts of one day in one version of the week. */
function DayShifts({ shifts }: { shifts: readonly ProviderHours[] }) {
  if (shifts.length === 0) return <span className="text-faint">{words.noHoursThatDay}</span>;
  return (
    <ul>
      {shifts.map((shift) => (
        <li key={`${shift.start_time} ${shift.end_time} ${shift.start_date}`} className="break-words">
          <span className="font-medium text-fg">
            {timeWords(shift.start_time)} {words.until(timeWords(shift.end_time))}
          </span>{" "}
          {shift.facility_name}
          {validity(shift) ? <span className="block text-faint">{validity(shift)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Shows the hours that another user has saved meanwhile beside the unsaved ones, and lets the user choose. */
export function HoursConflict({ theirs, mine, change, onKeepMine, onTakeTheirs }: HoursConflictProps) {
  const days = DAYS.filter((day) => !sameHours(ofDay(theirs, day), ofDay(mine, day)));
  return (
    <Banner
      tone="warning"
      announce
      title={
        <>
          {words.savedMeanwhile(change.changed_by ?? words.anotherPerson)}
          {change.changed_at ? (
            <span className="font-normal text-muted">
              {" · "}
              <RelativeTime at={change.changed_at} />
            </span>
          ) : null}
        </>
      }
    >
      <p>{words.concurrentHoursHint}</p>
      <table className="mt-2 w-full table-fixed text-left align-top">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="w-24 py-1 pr-2 font-medium @max-md:w-20">
              {words.day}
            </th>
            <th scope="col" className="py-1 pr-2 font-medium">
              {words.theirs}
            </th>
            <th scope="col" className="py-1 font-medium">
              {words.mine}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-2 align-top font-normal break-words">
                {day}
              </th>
              <td className="py-1 pr-2 align-top">
                <DayShifts shifts={ofDay(theirs, day)} />
              </td>
              <td className="py-1 align-top">
                <DayShifts shifts={ofDay(mine, day)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onPress={onKeepMine}>
          {words.keepMine}
        </Button>
        <Button size="sm" onPress={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </Banner>
  );
}
