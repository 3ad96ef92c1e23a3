import { z } from "zod";
import { assertOwnAuthorization } from "#lib/administration/emr-authorizations/used";
import { asLinking, assertKeysThere, whereLinking } from "#lib/administration/link-tokens/links-into";
import { defineCommand } from "#lib/definitions/command";
import { CONNECTIONS } from "#lib/emr/connections";
import { refusalsOf } from "./connection.ts";
import { keepProbe } from "./kept-probe.ts";
import { mrnSystemsOf } from "./mrn-systems-of.ts";
import { probeInput } from "./new-account.ts";
import { probeEmr } from "./probe-emr.ts";
import { mrnSystemModel, profileModel, shownProfile } from "./profile-model.ts";

/** POST /linked-accounts/probe: tries a connection and links nothing (decisions §12). */
export const probeConnection = defineCommand({
  method: "POST",
  path: "/linked-accounts/probe",
  embed: "linking",
  summary: "Try the connection to an EMR",
  description:
    "Links nothing, and stores the findings for 15 minutes: a link that names the `probe_id` does not probe again. `mrn_systems` shows values of real patients, from which an admin chooses the MRN; they are not stored. An EMR that does not answer, or does not take the credentials, is a finding: `problems` names the fields by which a link would be refused. Only reads are sent, unless `write_probes` is true. At most 20 probes a minute.",
  permission: "linked-accounts:create",
  by: "person",
  status: 200,
  input: probeInput,
  done: "Connection tried",
  // The examples are patient data.
  secret: true,
  body: z.object({
    probe_id: z
      .string()
      .describe("For `probe_id` of POST /linked-accounts and PATCH /linked-accounts/{id} within 15 minutes"),
    profile: profileModel,
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe("Why a link by this connection would be refused, by field; empty if it would not"),
    mrn_systems: z
      .array(mrnSystemModel)
      .describe("Identifiers of patients, the likeliest MRN first; empty if the EMR states its MRNs itself"),
  }),
  async look({ principal, input: { emr_type, connection: given, write_probes } }) {
    const there = whereLinking(principal);
    const { organizationId } = there;
    const connection = CONNECTIONS[emr_type]?.parse(given) ?? null;
    assertKeysThere(principal, connection);
    await assertOwnAuthorization(there, connection, null);
    const profile = await probeEmr(organizationId, emr_type, connection, { writeProbes: write_probes });
    const problems = refusalsOf(profile).map(({ field, message }) => ({ field, message }));
    const mrnSystems = problems.length === 0 ? await mrnSystemsOf(organizationId, emr_type, connection) : [];
    return { profile, connection, problems, mrnSystems };
  },
  async execute({ tx, principal, input: { emr_type: emrType, write_probes: wrote }, looked }) {
    const there = whereLinking(principal);
    const { organizationId } = there;
    const { profile, connection, problems, mrnSystems } = looked;
    const probed = { organizationId, emrType, connection, wrote, profile };
    const probeId = await asLinking(tx, principal, () => keepProbe(tx, there, probed));
    return { probe_id: probeId, profile: shownProfile(profile), problems, mrn_systems: mrnSystems };
  },
});
