import type { FormOutline } from "#lib/definitions/operation";
import { targetFields } from "./target-fields.ts";

/** Returns the path parameter of the referral that an operation changes; undefined if it changes none. */
export const changedReferral = ({ method, path }: Pick<FormOutline, "method" | "path">): string | undefined =>
  method === "PATCH"
    ? Object.entries(targetFields(path)).find(([, { widget }]) => widget === "referral")?.[0]
    : undefined;
