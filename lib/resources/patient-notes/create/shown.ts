import { joined, listOf, quoted, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import type { WrittenPatientNote } from "#lib/resources/patient-notes/list";

export const shownPatientNote: Shown = {
  gist: ({ subject, tags }) => textOf(subject) || listOf(tags).map(textOf).join(", "),
  deed: ({ subject }) => ({ what: quoted("The chart note", subject), done: "added in" }),
};

export const shownPatientNotes: ShownRecord<WrittenPatientNote> = {
  things: "chart notes",
  onPatientsPage: { within: "chart", tab: "notes", heading: "Chart notes sent from here" },
  title: ({ subject }) => subject,
  detail: ({ note, tags }) => joined(note, tags.join(", ")),
};
