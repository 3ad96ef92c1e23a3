import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { conflict } from "#lib/kernel/api-error";
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
    "The new keys are published at once beside the old ones. The old ones sign for 23 more hours, so that EMRs that keep a copy of the public keys know the new ones by then, and are published for 24. 409 while a rotation is in progress.",
  permission: "organization-keys:rotate",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Keys rotated",
  body: organizationKeys,
  look: newKeyPairs,
  async execute({ tx, principal: { organizationId }, looked }) {
    const keys = await rotateKeys(tx, organizationId, looked);
    if (!keys) throw conflict("A rotation is in progress: the old keys have not retired yet");
    return { jwks_path: jwksPath(organizationId), keys: keys.flatMap(toOrganizationKeys) };
  },
});
