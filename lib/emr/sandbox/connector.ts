import type { Connector } from "#lib/emr/port/connector";
import { capabilitiesOfKind } from "./capabilities.ts";
import { sandboxConnection } from "./connection.ts";
import { REQUIRED_FIELDS, refusesOverlaps, SANDBOX_KINDS } from "./kind.ts";
import { SANDBOX_READS } from "./pages.ts";

/** The connectors of the simulated EMRs. Their accounts have no connection: a practice has its account's id. */
export const sandboxConnectors: Connector[] = SANDBOX_KINDS.map((kind) => {
  const { emrType } = kind;
  const capabilities = capabilitiesOfKind(emrType);
  return {
    ...kind,
    capabilities,
    requiredFields: REQUIRED_FIELDS[emrType],
    unsupportedFields: {},
    connection: null,
    secrets: [],
    readOnlyAtFirst: false,
    kinds: () => SANDBOX_READS,
    open: ({ id }, _connection, calls) =>
      sandboxConnection(id, { capabilities, refusesOverlaps: refusesOverlaps(emrType) }, calls),
    probe: null,
    async prepare({ id, name, timezone }, { now, first }) {
      // Loaded on use: the seed's records are not needed by most processes.
      const { openLinkedPractice } = await import("./passing-days/linked-practice.ts");
      const { rollPractice } = await import("./passing-days/roll.ts");
      if (first) await openLinkedPractice({ id, name, kind: emrType, timezone }, now);
      await rollPractice(id, now);
    },
  };
});
