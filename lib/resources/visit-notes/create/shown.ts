import { quoted, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import type { WrittenVisitNote } from "#lib/resources/visit-notes/list";

export const shownVisitNote: Shown = {
  gist: ({ subject }) => textOf(subject),
  deed: ({ subject }) => ({ what: quoted("The visit note", subject), done: "added in" }),
};

export const shownVisitNotes: ShownRecord<WrittenVisitNote> = {
  things: "visit notes",
  onPatientsPage: { within: "chart", tab: "visit-notes", heading: "Visit notes sent from here" },
  title: ({ subject }) => subject,
  detail: ({ note }) => note,
};
