import type { Connector } from "#lib/emr/port/connector";
import { sandboxConnection } from "./connection.ts";
import { capabilitiesOfKind, SANDBOX_KINDS, type SandboxKind } from "./kinds.ts";

const NAMES: Record<SandboxKind, string> = { sandbox: "Sandbox EMR", sandbox_basic: "Basic sandbox EMR" };

/** The connectors of the simulated EMRs. Their accounts have no connection: a practice has its account's id. */
export const sandboxConnectors: Connector[] = SANDBOX_KINDS.map((emrType) => {
  const capabilities = capabilitiesOfKind(emrType);
  return {
    emrType,
    name: NAMES[emrType],
    capabilities,
    connection: null,
    secrets: [],
    readOnlyAtFirst: false,
    open: ({ id }, _connection, calls) => sandboxConnection(id, capabilities, calls),
    probe: null,
    async prepare(account, { now, first }) {
      // Loaded on use: the seed's records are not needed by most processes.
      const { openLinkedPractice } = await import("./passing-days/linked-practice.ts");
      const { rollLinkedPractice, rollPractices } = await import("./passing-days/roll.ts");
      if (first) await openLinkedPractice(account, now);
      await rollPractices(now);
      await rollLinkedPractice(account.id, now);
    },
  };
});
