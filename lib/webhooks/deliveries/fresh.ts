import { brand } from "#lib/kernel/brand";
import type { TraceContext } from "#lib/kernel/tracing";
import { type DueDelivery, type Signers, targetOf } from "./target.ts";

/** A new delivery as its writer knows it: it is sent right after the commit without being read back. */
export class FreshDelivery {
  static {
    brand(FreshDelivery, "FreshDelivery");
  }

  readonly #event: DueDelivery["event"];
  readonly #address: Parameters<typeof targetOf>[0];
  readonly #signers: Signers;
  readonly #trace: TraceContext | null;

  constructor(
    event: DueDelivery["event"],
    address: Parameters<typeof targetOf>[0],
    signers: Signers,
    trace: TraceContext | null,
  ) {
    this.#event = event;
    this.#address = address;
    this.#signers = signers;
    this.#trace = trace;
  }

  async due(): Promise<DueDelivery> {
    const { endpoint } = this.#signers;
    return {
      attempts: 0,
      trace: this.#trace,
      event: this.#event,
      endpoint: endpoint && { id: endpoint.id, failingSince: endpoint.failingSince },
      target: await targetOf(this.#address, this.#signers),
    };
  }
}
