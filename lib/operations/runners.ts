import type { catalog, OperationId } from "./catalog.ts";
import { runPayment } from "./create-payment/run.ts";
import type { OperationRunner } from "./runner.ts";

type Runners = {
  // biome-ignore lint/suspicious/noExplicitAny: what one step hands to the next is known to that operation alone
  [Id in OperationId]: OperationRunner<(typeof catalog)[Id], any, any>;
};

/** What runs each operation; a missing one does not compile. */
export const runners: Runners = {
  "payments:create": runPayment,
};
