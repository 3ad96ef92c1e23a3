"use client";

import { Link } from "#components/ui/link";
import { formatHour } from "#components/ui/time-words";
import type { OpenPayment } from "#lib/administration/day-closings/model";
import { useAccount } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import type { ReportPart, SumTable } from "./day-report.ts";
import { words } from "./words.ts";

const CELL = "border-b border-current/20 py-1.5 pr-3 text-left align-top last:pr-0";
const NUMBER = `${CELL} text-right whitespace-nowrap tabular-nums`;

/** Shows sums with their total. */
function Sums({ table: { title, what, lines }, part }: { table: SumTable; part: ReportPart }) {
  return (
    <section aria-label={title} className="min-w-0 break-inside-avoid">
      <h3 className="pb-1 font-semibold">{title}</h3>
      <table className="w-full table-fixed border-collapse text-sm">
        <thead className="text-muted print:text-current">
          <tr>
            <th scope="col" className={`${CELL} font-normal`}>
              {what}
            </th>
            <th scope="col" className={`${NUMBER} w-20 font-normal`}>
              {words.count}
            </th>
            <th scope="col" className={`${NUMBER} w-32 font-normal`}>
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, count, amount }) => (
            <tr key={key}>
              <th scope="row" className={`${CELL} font-normal break-words`}>
                {name}
              </th>
              <td className={NUMBER}>{count}</td>
              <td className={NUMBER}>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {words.total}
            </th>
            <td className="py-1.5 pr-3 text-right tabular-nums">{part.totals.count}</td>
            <td className="py-1.5 text-right tabular-nums">{formatMoney(part.totals.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function OpenRow({ payment, state }: { payment: OpenPayment; state: string }) {
  const { id, timezone } = useAccount();
  const time = formatHour(payment.created_at, timezone);
  const amount = formatMoney(payment.amount);
  return (
    <tr>
      <td className={`${CELL} whitespace-nowrap`}>{time}</td>
      <td className={NUMBER}>{amount}</td>
      <td className={`${CELL} min-w-28 break-words`}>{payment.payment_method}</td>
      <td className={`${CELL} min-w-28 break-words`}>{payment.location_name ?? payment.location_id}</td>
      <td className={`${CELL} min-w-28 break-words`}>{payment.person.name}</td>
      <td className={CELL}>{payment.needs_person ? words.needsPerson : state}</td>
      <td className={`${CELL} print:hidden`}>
        <Link href={`/a/${id}/jobs/${payment.job_id}`} aria-label={words.openPayment(amount, time)}>
          {words.openIt}
        </Link>
      </td>
    </tr>
  );
}

interface OpenProps {
  title: string;
  hint: string;
  state: string;
  open: ReportPart["failed"];
}

/** Lists payments that are in no total; nothing if there is none. */
function OpenPayments({ title, hint, state, open: { count, amount, payments } }: OpenProps) {
  if (payments.length === 0) return null;
  const columns = [words.time, words.amount, words.method, words.location, words.person, words.state];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the page
    <section aria-label={title} tabIndex={0} className="min-w-0 overflow-x-auto">
      <h3 className="font-semibold">
        {title}: {words.payments(count)}, {formatMoney(amount)}
      </h3>
      <p className="pb-1 text-sm text-muted print:text-current">{hint}</p>
      <table className="w-full border-collapse text-sm">
        <thead className="text-muted print:text-current">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`${column === words.amount ? NUMBER : CELL} font-normal whitespace-nowrap`}
              >
                {column}
              </th>
            ))}
            <td className={`${CELL} print:hidden`} />
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <OpenRow key={payment.payment_id} payment={payment} state={state} />
          ))}
        </tbody>
      </table>
      {count > payments.length ? <p className="pt-1 text-sm">{words.more(count - payments.length)}</p> : null}
    </section>
  );
}

/** The three figures of a part in one line. */
function Figures({ part: { totals, failed, waiting } }: { part: ReportPart }) {
  const figures = [
    { name: words.posted, ...totals },
    { name: words.failed, ...failed },
    { name: words.waiting, ...waiting },
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2">
      {figures.map(({ name, count, amount }) => (
        <div key={name}>
          <dt className="text-sm text-muted print:text-current">{name}</dt>
          <dd>
            <span className="text-xl font-semibold tabular-nums">{formatMoney(amount)}</span>{" "}
            <span className="text-sm text-muted print:text-current">{words.payments(count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a day's payments as they are printed: the figures, what failed or waits, then the sums. */
export function DayView({ parts }: { parts: readonly ReportPart[] }) {
  return (
    <div className="flex flex-col gap-8">
      {parts.map((part) => {
        const { title, totals, tables, failed, waiting } = part;
        const isEmpty = totals.count + failed.count + waiting.count === 0;
        return (
          <section key={title ?? ""} aria-label={title ?? words.report} className="@container flex flex-col gap-5">
            {title === null ? null : <h2 className="text-lg font-semibold">{title}</h2>}
            {isEmpty && title === words.after ? (
              <p className="text-muted print:text-current">{words.nothingAfter}</p>
            ) : (
              <Figures part={part} />
            )}
            <OpenPayments title={words.failed} hint={words.failedHint} state={words.failed} open={failed} />
            <OpenPayments title={words.waiting} hint={words.waitingHint} state={words.isWaiting} open={waiting} />
            {totals.count === 0 ? null : (
              <div className="grid items-start gap-x-10 gap-y-6 @3xl:grid-cols-2">
                {tables.map((table) => (
                  <Sums key={table.title} table={table} part={part} />
                ))}
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}
