import { z } from "zod";
import { type OperationId, operationIds } from "#lib/catalog/catalog";
import { catalog } from "#lib/catalog/generated/definitions";
import { atLeastOneOf } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";
import { accountName, probeId, syncIntervalMinutes, writeProbes } from "./new-account.ts";

/** Ids of the operations that write to the EMR. */
export const WRITES: readonly OperationId[] = operationIds.filter((id) => catalog[id].effect === "writes");

const writeIds = z
  .array(z.enum(WRITES, { error: `must be one of ${WRITES.join(", ")}` }), { error: "must be an array of strings" })
  .max(100, "must have at most 100 entries");

/** Names the account's access token in events. */
const accessTokenReferenceId = oneLineName(200).describe(
  "Your own id of the account's customer, which its events carry from now on; all that `client_id` and `client_secret` alone may change",
);

const changeable = {
  name: accountName,
  sync_interval_minutes: syncIntervalMinutes,
  active: z.boolean({ error: "must be true or false" }),
  access_token_reference_id: accessTokenReferenceId,
  connection: z
    .record(z.string(), z.unknown(), { error: "must be an object" })
    .describe(
      "Replaces the connection; secrets that are left out keep their values if the address stays; null removes an optional one",
    ),
  writes: writeIds.describe("Ids of the operations that may write to the EMR; the others are switched off"),
  switch_on: writeIds.describe("Ids of operations that may write to the EMR from now on; the others stay as they are"),
  switch_off: writeIds.describe(
    "Ids of operations that may not write to the EMR any more; the others stay as they are",
  ),
};

const probing = {
  write_probes: writeProbes.describe(
    "Also tries writes when `connection` is sent, on records of its own that it removes",
  ),
  probe_id: probeId,
};

/** The body of PATCH /linked-accounts/{id}. */
export const accountChange = z
  .object({ ...changeable, ...probing })
  .partial()
  .check(atLeastOneOf(changeable))
  .check(
    z.refine(({ write_probes, connection }) => write_probes !== true || connection !== undefined, {
      path: ["write_probes"],
      error: "must come with connection, whose test it widens",
    }),
  )
  .check(
    z.refine(({ probe_id, connection }) => probe_id === undefined || connection !== undefined, {
      path: ["probe_id"],
      error: "must come with connection, whose test it names",
    }),
  );

export type AccountChange = z.infer<typeof accountChange>;
