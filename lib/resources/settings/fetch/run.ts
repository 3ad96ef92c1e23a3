import { drawAsOf } from "#lib/db/as-of";
import type { OperationRunner } from "#lib/definitions/runner";
import type { Capability } from "#lib/emr/port/port";
import {
  type OrgSettings,
  readOrgSettings,
  SETTINGS_KINDS,
  storeOrgSettings,
} from "#lib/resources/settings/org-settings";
import type { fetchOrgSettings } from "./definition.ts";

interface Read {
  /** The sequence number of the EMR reading. */
  asOf: number;
  orgSettings: OrgSettings;
  capabilities: ReadonlySet<Capability>;
}

/** Reads the settings from the EMR and stores them; the event carries only counts (interface 2.14). */
export const runOrgSettingsFetch: OperationRunner<typeof fetchOrgSettings, number, Read> = {
  prepare: ({ tx }) => drawAsOf(tx),

  run: async (asOf, { emr, signal }) => ({
    asOf,
    orgSettings: await readOrgSettings(emr, signal),
    capabilities: emr.capabilities,
  }),

  async complete({ tx, tenant, emrType, result: { capabilities, ...read } }) {
    const summary = await storeOrgSettings(tx, tenant, read, { emrType, capabilities });
    return { data: { status: "completed", summary }, synced: SETTINGS_KINDS };
  },
};
