"use client";

import { Addressed } from "./addressed.tsx";
import { AvailabilityView } from "./availability-view.tsx";

/** When providers can be seen, by itself. */
export const AddressedAvailability = ({ providerId }: { providerId: string | null }) => (
  <Addressed>
    <AvailabilityView providerId={providerId} />
  </Addressed>
);
