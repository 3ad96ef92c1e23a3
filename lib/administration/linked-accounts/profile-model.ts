import { z } from "zod";
import { CAPABILITIES } from "#lib/emr/port/capability";

/** The findings of probing a connection (decisions §12). */
export const profileModel = z
  .object({
    reachable: z.boolean(),
    server: z.string().nullable().describe("Name and version that the server states"),
    capabilities: z.array(
      z.object({
        name: z.enum(CAPABILITIES),
        support: z.enum(["works", "emulated", "unsupported"]),
        reason: z.string().nullable(),
      }),
    ),
    behaviour: z.array(z.object({ probe: z.string(), found: z.string() })).describe("One entry per probe"),
  })
  .meta({ id: "EmrProfile" });

export type ProfileModel = z.infer<typeof profileModel>;
