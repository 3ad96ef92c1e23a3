import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { CONNECTIONS } from "#lib/emr/connections";
import { mrnSystemsOf } from "./mrn-systems-of.ts";
import { probeInput } from "./new-account.ts";
import { probeEmr } from "./probe-emr.ts";
import { mrnSystemModel, profileModel, shownProfile } from "./profile-model.ts";

/** POST /linked-accounts/probe: tries a connection and links nothing (decisions §12). */
export const probeConnection = defineCommand({
  method: "POST",
  path: "/linked-accounts/probe",
  embed: "account",
  summary: "Try the connection to an EMR",
  description:
    "Links and stores nothing. `mrn_systems` shows values of real patients, from which an admin chooses the MRN. An EMR that does not answer is a finding: `reachable` is false. Only reads are sent, unless `write_probes` is true. At most 20 probes a minute.",
  permission: "linked-accounts:create",
  by: "person",
  status: 200,
  input: probeInput,
  done: "Connection tried",
  // The examples are patient data.
  secret: true,
  body: z.object({
    profile: profileModel,
    mrn_systems: z
      .array(mrnSystemModel)
      .describe("Identifiers of patients, the likeliest MRN first; empty if the EMR states its MRNs itself"),
  }),
  async look({ principal: { organizationId }, input: { emr_type, connection: given, write_probes } }) {
    const connection = CONNECTIONS[emr_type]?.parse(given) ?? null;
    const profile = await probeEmr(organizationId, emr_type, connection, { writeProbes: write_probes });
    const mrnSystems = profile.reachable ? await mrnSystemsOf(organizationId, emr_type, connection) : [];
    return { profile: shownProfile(profile), mrn_systems: mrnSystems };
  },
  execute: async ({ looked }) => looked,
});
