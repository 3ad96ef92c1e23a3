import type { Capability, EmrConnection } from "#lib/emr/port";
import { throughFrontDoor } from "./front-door.ts";
import { createPayment } from "./payments.ts";
import { readLocations, readPatients, readPaymentMethods, readProviders, readSettings } from "./reads.ts";

/** The connection to one simulated practice; every call honours how the practice is set to behave. */
export function sandboxConnection(practiceId: string, capabilities: ReadonlySet<Capability>): EmrConnection {
  const reading =
    <Result>(read: (practiceId: string) => Promise<Result>) =>
    (signal: AbortSignal) =>
      throughFrontDoor(practiceId, signal, () => read(practiceId));
  return {
    capabilities,
    readSettings: reading(readSettings),
    listLocations: reading(readLocations),
    listProviders: reading(readProviders),
    listPatients: reading(readPatients),
    listPaymentMethods: reading(readPaymentMethods),
    async createPayment(payment, { idempotencyKey, signal }) {
      const emrTransactionId = await throughFrontDoor(practiceId, signal, () =>
        createPayment(practiceId, payment, idempotencyKey),
      );
      return { emrTransactionId };
    },
  };
}
