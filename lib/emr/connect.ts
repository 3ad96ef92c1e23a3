import { singleton } from "#lib/kernel/singleton";
import { fhirConnector } from "./fhir/connector.ts";
import type { EmrCalls } from "./port/calls.ts";
import type { Capability, RequiredFields, UnsupportedFields } from "./port/capability.ts";
import type { Connector, EmrAccount } from "./port/connector.ts";
import type { EmrConnection } from "./port/port.ts";
import { type Profile, supportedBy } from "./port/profile.ts";
import { SYNC_KINDS, type SyncKind } from "./port/sync.ts";
import { recordsApiConnector } from "./records-api/connector.ts";
import { sandboxConnectors } from "./sandbox/connector.ts";

/** The connectors by EMR type. */
const connectors = () =>
  singleton(
    "emr-connectors",
    () =>
      new Map<string, Connector>(
        [...sandboxConnectors, fhirConnector as Connector, recordsApiConnector as Connector].map((each) => [
          each.emrType,
          each,
        ]),
      ),
  );

/** Returns the connector of an EMR type. Throws for an EMR type without one. */
export function connectorOf(emrType: string): Connector {
  const connector = connectors().get(emrType);
  if (!connector) throw new Error(`No connector for the EMR type ${emrType}`);
  return connector;
}

/** Returns the connection of a linked account without calling its EMR. Throws for an EMR type without a connector. */
export function connectEmr(account: EmrAccount, calls: EmrCalls): EmrConnection {
  const connector = connectorOf(account.emrType);
  return connector.open(account, connector.connection?.parse(account.connection) ?? null, calls);
}

/** Returns the fields that an EMR type requires. Throws for an EMR type without a connector. */
export const requiredFieldsOf = (emrType: string): RequiredFields => connectorOf(emrType).requiredFields;

/** Returns the fields that an EMR type has no place for. Throws for an EMR type without a connector. */
export const unsupportedFieldsOf = (emrType: string): UnsupportedFields => connectorOf(emrType).unsupportedFields;

/** Types the stored profile of an account, which only a probe writes. */
export const storedProfile = (profile: Record<string, unknown> | null): Profile | null => profile as Profile | null;

/** Returns the kinds of records that an account's EMR does not show, in the order of a sync, with the reasons. */
export function unsupportedKindsOf({
  emrType,
  profile,
}: {
  emrType: string;
  profile: Record<string, unknown> | null;
}): { kind: SyncKind; reason: string | null }[] {
  const kinds = connectorOf(emrType).kinds(storedProfile(profile));
  return SYNC_KINDS.filter((kind) => kinds[kind].read === "unsupported").map((kind) => ({
    kind,
    reason: kinds[kind].reason,
  }));
}

/**
 * Returns the capabilities of an account's EMR: those of its connector that the last probe found, all of them if there was none. Throws for
 * an EMR type without a connector.
 */
export function capabilitiesOf({
  emrType,
  profile,
}: {
  emrType: string;
  profile: Record<string, unknown> | null;
}): ReadonlySet<Capability> {
  const { capabilities } = connectorOf(emrType);
  const found = storedProfile(profile);
  return found ? new Set(supportedBy(found).filter((capability) => capabilities.has(capability))) : capabilities;
}
