/** What the page Today loads of the visits after its first view: one file, as each further one would cost that view some. */
export { ChangedToday } from "./changed/changed-today.tsx";
export { Doubles } from "./doubles/doubles.tsx";
export { ShownWaitingPatients } from "./shown-waiting-patients.tsx";
export { UnconfirmedVisits } from "./unconfirmed-visits.tsx";
