"use client";

import { memo, type ReactNode, useMemo, useRef } from "react";
import { categoryWord } from "#components/appointments/category";
import { categoryOf } from "#components/appointments/category-of.ts";
import { ChangedMark } from "#components/appointments/changed/changed-mark";
import { useVisitMark } from "#components/appointments/changed/visit-marks.ts";
import { MEANING_LOOKS } from "#components/appointments/status/meaning-look";
import { StatusMark } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useCanChangeStatus, useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { VisitSteps } from "#components/appointments/status/visit-steps";
import { words } from "#components/appointments/words.ts";
import { LongList } from "#components/ui/long-list";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { useNarrow } from "#components/ui/use-narrow";
import { type StatusChange, shownStatus } from "#lib/browser/api/change-status";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { agendaEntries, agendaKey } from "./agenda-entries.ts";
import { clinicDay, clinicTime, longDay } from "./day-words.ts";
import { ITEM_LOOKS, itemStyle, itemTitle } from "./item-look.ts";
import { laterEndWords } from "./over-midnight.ts";

/**
 * Height of every entry, headings included, so that part of a list can be drawn. On a phone the status has a line of its
 * own, and the provider and the type have two, so that nothing is cut off.
 */
const ENTRY_PX = { wide: 56, narrow: 88 };

interface AgendaProps {
  records: readonly AppointmentModel[];
  /** YYYY-MM-DD, in order. */
  days: readonly string[];
  statuses: StatusWords;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  onNearEnd?: (() => void) | undefined;
}

interface EntryProps extends Pick<AgendaProps, "statuses" | "onOpen"> {
  record: AppointmentModel;
  /** The day (YYYY-MM-DD) on which it is shown. */
  day: string;
  timeZone: string;
  change: StatusChange | undefined;
  isOpen: boolean;
  /** The mark of a visit that is no longer in the list, and stays for now. */
  done: ReactNode;
  onOpenMenu: OpenStatusMenu | undefined;
}

const Entry = memo(function Entry(props: EntryProps) {
  const { record, day, timeZone, statuses, change, isOpen, done, onOpen, onOpenMenu } = props;
  const category = categoryOf(record);
  const meanings = useMeanings();
  const changed = useVisitMark(record.id)?.text;
  const meaning = category === "appointment" ? meanings.of(shownStatus(record.status, change)) : null;
  const lastsUntil = laterEndWords(record, timeZone);
  const details = [
    lastsUntil,
    record.provider_name,
    category === "appointment" ? record.appointment_type : categoryWord(category),
    record.note,
  ];
  const status = (
    <>
      <StatusMark record={record} change={change} statuses={statuses} onOpenMenu={onOpenMenu} />
      <SetAsideMark reason={record.set_aside} />
    </>
  );
  return (
    <div
      data-current={isOpen || undefined}
      className="relative flex h-full items-center gap-3 border-b border-line px-3 hover:bg-hover/60 data-current:bg-accent-soft sm:px-4"
    >
      <span className="w-18 shrink-0 text-right text-sm leading-4 tabular-nums">
        {record.datetime.startsWith(day) ? null : (
          <span className="block text-xs text-faint">{clinicDay(record.datetime, timeZone)}</span>
        )}
        {clinicTime(record.datetime, timeZone)}
        {lastsUntil === null ? (
          <span className="block text-xs text-faint">
            {record.duration} {words.min}
          </span>
        ) : null}
      </span>
      <span
        aria-hidden="true"
        className={`h-9 w-2 shrink-0 rounded-sm ${meaning ? MEANING_LOOKS[meaning].item : ITEM_LOOKS[category]}`}
        style={itemStyle(record)}
      />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          data-entry=""
          title={changed}
          onClick={() => onOpen(record.emr_appointment_id)}
          className="block max-w-full truncate rounded-sm text-left font-medium after:absolute after:inset-0 after:content-['']"
        >
          {itemTitle(record)}
          <ChangedMark visit={record} />
        </button>
        <span className="line-clamp-2 text-xs leading-4 text-muted md:line-clamp-1 md:leading-5">
          {details.filter(Boolean).join(" · ")}
        </span>
        <span className="flex md:hidden">{status}</span>
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {done ?? <VisitSteps record={record} change={change} statuses={statuses} compact />}
        <span className="max-md:hidden">{status}</span>
      </span>
    </div>
  );
});

const keyOf = ({ id }: AppointmentModel) => id;

/** The days as one list, for phones and for reading ahead. Draws only the visible entries. */
export function Agenda({ records, days, statuses, current, onOpen, onOpenMenu, onNearEnd }: AgendaProps) {
  const { timezone } = useAccount();
  const list = useRef<HTMLDivElement>(null);
  const { rows, markOf, newer } = useHeldRows(records, { list, keyOf, part: "" });
  const entries = useMemo(
    () => agendaEntries(rows, days, { timeZone: timezone, whole: onNearEnd === undefined }),
    [rows, days, timezone, onNearEnd],
  );
  const changes = useStatusChanges();
  const canChange = useCanChangeStatus();
  const isNarrow = useNarrow() === true;
  return (
    <div ref={list} className="relative">
      {newer}
      <LongList
        label={words.agenda}
        entries={entries}
        height={isNarrow ? ENTRY_PX.narrow : ENTRY_PX.wide}
        keyOf={agendaKey}
        onNearEnd={onNearEnd}
      >
        {(entry) =>
          !("record" in entry) ? (
            <div className="flex h-full items-center border-b border-line px-4">
              <h2 className="text-sm font-semibold">{longDay(entry.day)}</h2>
            </div>
          ) : (
            <Entry
              record={entry.record}
              day={entry.day}
              timeZone={timezone}
              statuses={statuses}
              change={changes.get(entry.record.emr_appointment_id)}
              isOpen={entry.record.emr_appointment_id === current}
              done={markOf(entry.record)}
              onOpen={onOpen}
              onOpenMenu={canChange(entry.record) ? onOpenMenu : undefined}
            />
          )
        }
      </LongList>
    </div>
  );
}
