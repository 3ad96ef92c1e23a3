import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { CONNECTIONS } from "#lib/emr/connections";
import { probeInput } from "./new-account.ts";
import { probeEmr } from "./probe-emr.ts";
import { profileModel, shownProfile } from "./profile-model.ts";

/** POST /linked-accounts/probe: tries a connection and links nothing (decisions §12). */
export const probeConnection = defineCommand({
  method: "POST",
  path: "/linked-accounts/probe",
  embed: "account",
  summary: "Try the connection to an EMR",
  description:
    "Links and stores nothing. An EMR that does not answer is a finding: `reachable` is false. Only reads are sent, unless `write_probes` is true. At most 20 probes a minute.",
  permission: "linked-accounts:create",
  by: "person",
  status: 200,
  input: probeInput,
  done: "Connection tried",
  body: z.object({ profile: profileModel }),
  look: ({ principal, input }) =>
    probeEmr(principal.organizationId, input.emr_type, CONNECTIONS[input.emr_type]?.parse(input.connection) ?? null, {
      writeProbes: input.write_probes,
    }),
  execute: async ({ looked }) => ({ profile: shownProfile(looked) }),
});
