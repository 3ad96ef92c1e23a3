import type { Capability, EmrConnection } from "#lib/emr/port/port";
import { sandboxConnection } from "./sandbox/connection.ts";
import { capabilitiesOfKind, SANDBOX_KINDS } from "./sandbox/kinds.ts";

interface Connector {
  capabilities: ReadonlySet<Capability>;
  connect(accountId: string): EmrConnection;
}

/** The connectors by EMR type. */
const connectors = new Map<string, Connector>(
  SANDBOX_KINDS.map((kind) => {
    const capabilities = capabilitiesOfKind(kind);
    return [kind, { capabilities, connect: (accountId) => sandboxConnection(accountId, capabilities) }];
  }),
);

function connectorOf(emrType: string): Connector {
  const connector = connectors.get(emrType);
  if (!connector) throw new Error(`No connector for the EMR type ${emrType}`);
  return connector;
}

/** Returns the connection of a linked account without opening one. Throws for an EMR type without a connector. */
export const connectEmr = (account: { id: string; emrType: string }): EmrConnection =>
  connectorOf(account.emrType).connect(account.id);

/** Returns the capabilities of an EMR type. Throws for an EMR type without a connector. */
export const capabilitiesOf = (emrType: string): ReadonlySet<Capability> => connectorOf(emrType).capabilities;
