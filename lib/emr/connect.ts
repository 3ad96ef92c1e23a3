import { singleton } from "#lib/kernel/singleton";
import type { Capability, Connector, EmrAccount, EmrConnection, Profile } from "./port/port.ts";
import { sandboxConnectors } from "./sandbox/connector.ts";

/** The connectors by EMR type. */
const connectors = () =>
  singleton("emr-connectors", () => new Map<string, Connector>(sandboxConnectors.map((each) => [each.emrType, each])));

/** Returns the connector of an EMR type. Throws for an EMR type without one. */
export function connectorOf(emrType: string): Connector {
  const connector = connectors().get(emrType);
  if (!connector) throw new Error(`No connector for the EMR type ${emrType}`);
  return connector;
}

/** Returns the connection of a linked account without calling its EMR. Throws for an EMR type without a connector. */
export function connectEmr(account: EmrAccount): EmrConnection {
  const connector = connectorOf(account.emrType);
  return connector.open(account, connector.connection?.parse(account.connection) ?? null);
}

/**
 * Returns the capabilities of an account's EMR: those of its connector that a probe did not find unsupported. Throws for
 * an EMR type without a connector.
 */
export function capabilitiesOf({
  emrType,
  profile,
}: {
  emrType: string;
  profile: Profile | null;
}): ReadonlySet<Capability> {
  const { capabilities } = connectorOf(emrType);
  if (!profile) return capabilities;
  const lacking = profile.capabilities.filter(({ support }) => support === "unsupported").map(({ name }) => name);
  return new Set([...capabilities].filter((capability) => !lacking.includes(capability)));
}
