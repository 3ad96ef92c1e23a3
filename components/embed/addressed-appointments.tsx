"use client";

import { AppointmentsPage } from "#components/appointments/appointments-page";
import { Addressed } from "./addressed.tsx";

/** The view of appointments. */
export const AddressedAppointments = () => (
  <Addressed>
    <AppointmentsPage />
  </Addressed>
);
