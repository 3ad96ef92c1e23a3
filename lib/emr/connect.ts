import type { Capability, EmrConnection } from "#lib/emr/port/port";
import { sandboxConnection } from "./sandbox/connection.ts";
import { capabilitiesOfKind, SANDBOX_KINDS } from "./sandbox/kinds.ts";

interface Connector {
  capabilities: ReadonlySet<Capability>;
  connect(accountId: string): EmrConnection;
}

/** Every EMR type that an account can be linked to. */
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

/** The EMR behind a linked account. Opens nothing by itself. Throws for an EMR type that no connector serves. */
export const connectEmr = (account: { id: string; emrType: string }): EmrConnection =>
  connectorOf(account.emrType).connect(account.id);

/** What an EMR of this type can do. Throws for an EMR type that no connector serves. */
export const capabilitiesOf = (emrType: string): ReadonlySet<Capability> => connectorOf(emrType).capabilities;
