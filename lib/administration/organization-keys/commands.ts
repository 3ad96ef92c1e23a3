import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { conflict } from "#lib/kernel/domain-error";
import { endPrevious } from "#lib/kernel/end-previous";
import { newKeyPairs } from "#lib/security/organization-keys/key-pairs";
import { rotateKeys } from "#lib/security/organization-keys/keys";
import { organizationKeys } from "./model.ts";
import { jwksPath, toOrganizationKeys } from "./to-model.ts";

/** POST /organizations/keys/rotate: replaces the keys by which EMRs recognize the organization (decisions §12). */
export const rotateOrganizationKeys = defineCommand({
  method: "POST",
  path: "/organizations/keys/rotate",
  embed: "account",
  summary: "Give the organization new keys for signing to EMRs",
  description:
    "The new keys are published at once beside the old ones. The old ones sign for 23 more hours, so that EMRs that keep a copy of the public keys know the new ones by then, and are published for 24. 409 while a rotation is in progress. `end_previous` ends keys that somebody else may know, also during a rotation: they are no longer published, and the new ones sign at once; an EMR that keeps a copy of the public keys refuses us until it reads them again.",
  permission: "organization-keys:rotate",
  by: "person",
  status: 200,
  input: z.object({ end_previous: endPrevious("keys") }),
  done: "Keys rotated",
  body: organizationKeys,
  look: newKeyPairs,
  async execute({ tx, principal: { organizationId }, input, looked }) {
    const keys = await rotateKeys(tx, organizationId, looked, present(), {
      endPrevious: input.end_previous ?? false,
    });
    if (!keys) throw conflict("A rotation is in progress: the old keys have not retired yet");
    return { jwks_path: jwksPath(organizationId), keys: keys.flatMap(toOrganizationKeys) };
  },
});
