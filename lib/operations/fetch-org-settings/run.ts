import type { Capability } from "#lib/emr/port";
import type { OperationRunner } from "#lib/operations/runner";
import { type OrgSettings, readOrgSettings, storeOrgSettings } from "#lib/sync/org-settings";
import type { fetchOrgSettings } from "./definition.ts";

interface Read {
  orgSettings: OrgSettings;
  capabilities: ReadonlySet<Capability>;
}

/** Reads the settings from the EMR and stores them; the event tells counts alone (interface 2.14). */
export const runOrgSettingsFetch: OperationRunner<typeof fetchOrgSettings, null, Read> = {
  prepare: async () => null,

  run: async (_prepared, { emr, signal }) => ({
    orgSettings: await readOrgSettings(emr, signal),
    capabilities: emr.capabilities,
  }),

  async complete({ tx, tenant, emrType, result: { orgSettings, capabilities } }) {
    const summary = await storeOrgSettings(tx, tenant, orgSettings, { emrType, capabilities });
    return { data: { status: "completed", summary } };
  },
};
