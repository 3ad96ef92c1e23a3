"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, StickyNote } from "lucide-react";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { takeShiftNote } from "#lib/browser/api/shift-notes";
import { useAccountId } from "#lib/browser/session/account";
import type { ShiftNoteModel } from "#lib/shift-notes/model";
import { words } from "./words.ts";

interface ShiftNoteProps {
  note: ShiftNoteModel;
  /** The name of the location whose desk it is for. */
  place: string;
}

/** Shows a note of the shift before, until somebody has done what it asks for. */
export function ShiftNote({ note, place }: ShiftNoteProps) {
  const take = useMutation(takeShiftNote(useQueryClient(), useAccountId()));
  return (
    <li className="flex flex-wrap items-start gap-x-2.5 gap-y-1 px-3 py-2">
      <StickyNote aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <div className="min-w-56 flex-1">
        <p className="whitespace-pre-line text-fg wrap-anywhere">{note.text}</p>
        <p className="text-xs text-muted">
          {note.author}, <RelativeTime at={note.created_at} />, {place}
        </p>
        {take.error ? (
          <p role="alert" className="text-danger">
            {words.notTaken(take.error.message)}
          </p>
        ) : null}
      </div>
      <Button
        size="sm"
        icon={<Check aria-hidden="true" />}
        pending={take.isPending}
        aria-label={words.takeAwayNote(note.author)}
        onPress={() => take.mutate(note.id)}
      >
        {words.takeAway}
      </Button>
    </li>
  );
}
