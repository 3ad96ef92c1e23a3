import { z } from "zod";
import { CONNECTIONS, type EmrType } from "#lib/emr/connections";

/**
 * `connection` in a body. Every value passes here, because the form depends on `emr_type`, by which `connectionFits`
 * checks it; the API reference shows the forms.
 */
export const connectionField = z
  .union([z.unknown(), ...Object.values(CONNECTIONS).flatMap((schema) => schema ?? [])])
  .optional();

/** Checks that `connection` has the form that its `emr_type` requires. Runs beside the checks of other fields. */
export const connectionFits = z.superRefine<{ emr_type: EmrType; connection?: unknown }>(
  ({ emr_type, connection }, context) => {
    const schema = CONNECTIONS[emr_type];
    if (schema !== null) {
      const { error } = z.object({ connection: schema }).safeParse({ connection });
      for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
    } else if (connection !== undefined) {
      context.addIssue({ code: "custom", path: ["connection"], message: "must not be sent for this emr_type" });
    }
  },
  { when: ({ issues }) => issues.every(({ path }) => path?.[0] !== "emr_type") },
);
