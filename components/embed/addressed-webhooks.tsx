"use client";

import { WebhooksPage } from "#components/webhooks/webhooks-page";
import { Addressed } from "./addressed.tsx";

/** The view of an owner's webhook endpoints. */
export const AddressedWebhooks = () => (
  <Addressed>
    <WebhooksPage />
  </Addressed>
);
