"use client";

import { useQuery } from "@tanstack/react-query";
import { locations } from "#lib/browser/api/locations";
import { shiftNotes } from "#lib/browser/api/shift-notes";
import { useAccountId } from "#lib/browser/session/account";
import { ShiftNote } from "./shift-note.tsx";
import { words } from "./words.ts";

interface ShiftNotesProps {
  /** Names of the locations of the person's desk; none for all. */
  desk: readonly string[];
}

/** The notes that the shift before has left for the person's desk, newest first; nothing without one. */
export function ShiftNotes({ desk }: ShiftNotesProps) {
  const accountId = useAccountId();
  const { data: notes = [] } = useQuery(shiftNotes(accountId));
  const { data: places = [] } = useQuery({ ...locations(accountId), enabled: notes.length > 0 });
  const nameOf = (id: string | null) => places.find(({ emr_id }) => emr_id === id)?.name;
  const shown = notes.filter(({ location_id }) => {
    const name = nameOf(location_id);
    // A note for a location that is not known any more is shown to everybody rather than to nobody.
    return desk.length === 0 || name === undefined || desk.includes(name);
  });
  if (shown.length === 0) return null;
  return (
    <ul aria-label={words.notes} className="divide-y divide-line rounded-md bg-info-soft text-sm">
      {shown.map((note) => (
        <ShiftNote key={note.id} note={note} place={nameOf(note.location_id) ?? note.location_id ?? words.allDesks} />
      ))}
    </ul>
  );
}
