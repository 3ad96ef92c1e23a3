/** What the page Today loads of the visits after its first view: one file, as each further one would cost that view some. */
export { ShownDoubleBookings } from "./doubles/shown-double-bookings.tsx";
export { ShownWaitingPatients } from "./shown-waiting-patients.tsx";
