/** What the page Today loads of the visits after its first view: one file, as each further one would cost that view some. */
export { ChangedToday } from "#components/appointments/changed/changed-today";
export { Doubles } from "#components/appointments/doubles/doubles";
export { DeskTools } from "./desk-tools.tsx";
export { ShownWaitingPatients } from "./shown-waiting-patients.tsx";
export { UnconfirmedVisits } from "./unconfirmed-visits.tsx";
