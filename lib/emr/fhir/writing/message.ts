import type { Communication } from "fhir/r4";
import type { EmrMessage } from "#lib/emr/port/port";
import { referenceTo } from "./references.ts";

/** Returns a message to a provider. It is under way: whether the provider reads it is not known here. */
export const message = ({ providerEhrId, subject, message: body }: EmrMessage, now: Date): Communication => ({
  resourceType: "Communication",
  status: "in-progress",
  topic: { text: subject },
  sent: now.toISOString(),
  recipient: [referenceTo("Practitioner", providerEhrId)],
  payload: [{ contentString: body }],
});
