"use client";

import { type BookingProps, BookingView } from "./booking-view.tsx";

/** The view in which a patient books a visit. */
export const BookingMain = (props: BookingProps) => (
  <main className="bg-surface">
    <BookingView {...props} />
  </main>
);
