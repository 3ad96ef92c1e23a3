import { categoryWord } from "#components/appointments/category";
import { categoryOf } from "#components/appointments/category-of.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { words } from "#components/appointments/words.ts";
import { formatDate } from "#components/ui/time-words";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { CalendarColumn } from "./calendar-columns.ts";
import { beginWords, clinicTime, longDay } from "./day-words.ts";
import { words as gridWords } from "./grid-words.ts";
import { itemTitle } from "./item-look.ts";
import { laterEndWords } from "./over-midnight.ts";

interface DaySheetProps {
  account: LinkedAccountModel;
  columns: readonly CalendarColumn[];
  statuses: StatusWords;
}

const HEADS = [words.time, words.minHead, words.patient, words.mrn, words.born, words.phone, words.type, words.status];
const CELL = "border-b border-current/25 py-1 pr-3 text-left align-top";

function Sheet({
  account,
  column,
  statuses,
}: {
  account: LinkedAccountModel;
  column: CalendarColumn;
  statuses: StatusWords;
}) {
  return (
    <section className="break-after-page last:break-after-auto">
      <h2 className="text-lg font-semibold">{column.name}</h2>
      <p className="mb-2 text-sm">
        {longDay(column.day)} · {account.name} · {words.timesOf(account.timezone)}
      </p>
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={CELL}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {column.items.map(({ record, begins }) => {
            const category = categoryOf(record);
            const lastsUntil = laterEndWords(record, account.timezone);
            return (
              <tr key={record.id} className="break-inside-avoid">
                <td className={`${CELL} whitespace-nowrap`}>
                  {begins
                    ? clinicTime(record.datetime, account.timezone)
                    : gridWords.since(beginWords(record, column.day, account.timezone))}
                  {lastsUntil ? <span className="block">{lastsUntil}</span> : null}
                </td>
                <td className={CELL}>{record.duration}</td>
                <td className={CELL}>
                  {category === "appointment" ? itemTitle(record) : categoryWord(category)}
                  {category === "schedule_block" ? `: ${itemTitle(record)}` : null}
                  {record.note ? <span className="block">{record.note}</span> : null}
                </td>
                <td className={CELL}>{record.patient_mrn}</td>
                <td className={`${CELL} whitespace-nowrap`}>{formatDate(record.patient_dob)}</td>
                <td className={`${CELL} whitespace-nowrap`}>{record.patient_phone}</td>
                <td className={CELL}>{record.appointment_type}</td>
                <td className={CELL}>{statuses.get(record.status) ?? record.status}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The printed sheet: one page per provider and day, without empty days and providers. */
export function DaySheet({ account, columns, statuses }: DaySheetProps) {
  return (
    <>
      {columns
        .filter(({ items }) => items.length > 0)
        .map((column) => (
          <Sheet key={column.key} account={account} column={column} statuses={statuses} />
        ))}
    </>
  );
}
