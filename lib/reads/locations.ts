import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { location } from "#lib/db/schema";
import { locationModel } from "#lib/models/location";
import { defineRead } from "./definition.ts";
import { decodeCursor, nextCursor, pageQuery, toPage } from "./page.ts";

const position = z.tuple([z.string()]);

/** GET /locations: the practice's locations, ordered by their EMR id. */
export const listLocations = defineRead({
  path: "/locations",
  summary: "List the locations of the practice",
  permission: "locations:read",
  patientData: false,
  query: z.object(pageQuery),
  body: z.object({ locations: z.array(locationModel), ...nextCursor }),
  async read({ tx, linkedAccountId, query }) {
    const after = query.cursor ? decodeCursor(query.cursor, position) : null;
    const rows = await tx
      .select()
      .from(location)
      .where(and(eq(location.linkedAccountId, linkedAccountId), after ? gt(location.emrId, after[0]) : undefined))
      .orderBy(asc(location.emrId))
      .limit(query.limit + 1);
    const { page, ...more } = toPage(rows, query.limit, (row) => [row.emrId]);
    const locations = page.map((row) => ({
      id: row.id,
      emr_id: row.emrId,
      name: row.name,
      address_street: row.addressStreet,
      address_city: row.addressCity,
      address_state: row.addressState,
      address_zip: row.addressZip,
      phone: row.phone,
    }));
    return { locations, ...more };
  },
});
