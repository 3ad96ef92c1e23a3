"use client";

import { useRef, useState } from "react";
import { clinicTime } from "#components/appointments/calendar/day-words.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useCanChangeStatus, useChangeStatus } from "#components/appointments/status/use-status-changes.ts";
import { useStatusWords } from "#components/appointments/status/use-status-words.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { SearchField } from "#components/ui/search-field";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { DeskChoice } from "./desk-choice.tsx";
import { findsVisit, type Sought } from "./found-visits.ts";
import { words } from "./tool-words.ts";
import { words as listWords } from "./words.ts";

/** Fewer characters may find one visit by accident. */
const FEWEST = 3;

interface DeskToolsProps {
  /** All appointments of the day; null until they are loaded. */
  visits: readonly AppointmentModel[] | null;
  /** Called with what is sought; null for nothing. */
  onSeek: (sought: Sought | null) => void;
  onOpen: (emrAppointmentId: string) => void;
}

/** Chooses whose visits the desk has, and finds one of today's at any desk: Enter checks in the only one that is found. */
export function DeskTools({ visits, onSeek, onOpen }: DeskToolsProps) {
  const { timezone } = useAccount();
  const meanings = useMeanings();
  const statuses = useStatusWords();
  const canChange = useCanChangeStatus();
  const setStatus = useChangeStatus();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const isTyped = text.trim() !== "";

  const type = (typed: string) => {
    setText(typed);
    setSaid("");
    onSeek(typed.trim() === "" ? null : { text: typed, finds: findsVisit(typed) });
  };

  /** Checks in the patient of the only visit that the text finds, and returns what is said of it. */
  const checkIn = (): string => {
    if (visits === null) return words.loading;
    const found = visits.filter(findsVisit(text));
    const [visit, other] = found;
    // The list below says the same, which a screen reader does not hear.
    if (!visit) return listWords.nobodyFound;
    if (other) return words.several(found.length);
    if (text.trim().length < FEWEST) return words.typeMore;
    const title = `${visitTitle(visit)}, ${clinicTime(visit.datetime, timezone)}`;
    const arrived = meanings.codeOf("arrived");
    if (!canChange(visit) || arrived === undefined) {
      onOpen(visit.emr_appointment_id);
      return words.notHere;
    }
    if (!meanings.isExpected(visit.status)) return words.isAlready(title, statuses.get(visit.status) ?? visit.status);
    setStatus(visit, arrived);
    // The next patient is typed over this one, whose row stays until then, where the check-in can be taken back.
    input.current?.select();
    return words.checkingIn(title);
  };

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={words.find}
        placeholder={words.findBy}
        value={text}
        onChange={type}
        inputRef={input}
        onEnter={() => isTyped && setSaid(checkIn())}
        className="min-w-60 flex-1"
      />
      <DeskChoice />
      <p role="status" className="w-full text-sm text-muted empty:sr-only">
        {said}
      </p>
    </div>
  );
}
