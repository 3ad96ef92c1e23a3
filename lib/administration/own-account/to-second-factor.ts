import type { SecondFactor } from "#lib/sign-in/second-factor/factors";
import type { SecondFactorModel } from "./model.ts";

/** Maps a stored second factor to its model, without its secret. */
export const toSecondFactor = ({ id, kind, name, createdAt, lastUsedAt }: SecondFactor): SecondFactorModel => ({
  id,
  kind,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
