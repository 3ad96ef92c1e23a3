import { z } from "zod";

/** An id that the remote makes itself (interface 2.1), unlike that of the EMR behind it, which another account may have. */
const MADE = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

const row = z.object({ id: z.string().regex(MADE) });

/** Returns the ids that the remote has made of the given records. */
export const ownIdsOf = (rows: readonly unknown[]): string[] =>
  rows.flatMap((each) => row.safeParse(each).data?.id ?? []);
