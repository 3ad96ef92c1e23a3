"use client";

import { AppointmentsPage } from "#components/appointments/appointments-page";
import { Addressed } from "./addressed.tsx";

/** The appointments, by themselves. */
export const AddressedAppointments = () => (
  <Addressed>
    <AppointmentsPage />
  </Addressed>
);
