import { z } from "zod";
import { CAPABILITIES } from "#lib/emr/port/capability";
import { momentText } from "#lib/kernel/date-texts";

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
    contradicted: z
      .array(z.string())
      .default([])
      .describe("Findings that a call has contradicted since; the EMR is probed again before the next sync"),
    probed_again_at: momentText
      .nullable()
      .default(null)
      .describe("ISO 8601: when it was last probed because a call had contradicted a finding; null if never"),
  })
  .meta({ id: "EmrProfile" });

/** Returns a profile as it is shown: without what the connector alone understands. */
export const shownProfile = (profile: unknown): ProfileModel => profileModel.parse(profile);

export type ProfileModel = z.infer<typeof profileModel>;

/** A system of patient identifiers that may be chosen as the MRN (decisions §12). */
export const mrnSystemModel = z
  .object({
    system: z.string(),
    name: z.string().nullable().describe("Name of the identifier in the EMR"),
    patients: z.number().int().describe("Patients who carry it, among those that were read"),
    of: z.number().int().describe("Patients that were read"),
    shared: z.number().int().describe("Patients whose value another patient carries as well"),
    examples: z.array(z.string()).describe("Values of the first patients"),
  })
  .meta({ id: "MrnSystem" });

export type MrnSystemModel = z.infer<typeof mrnSystemModel>;
