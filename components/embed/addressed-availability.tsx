"use client";

import { Addressed } from "./addressed.tsx";
import { AvailabilityView } from "./availability-view.tsx";

/** The view of availability. */
export const AddressedAvailability = ({ providerId }: { providerId: string | null }) => (
  <Addressed>
    <AvailabilityView providerId={providerId} />
  </Addressed>
);
