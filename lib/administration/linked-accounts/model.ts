import { z } from "zod";
import { atLeastOneOf, requiredText } from "#lib/kernel/fields";

/** The EMR types that the console can link. */
const EMR_TYPES = ["sandbox", "sandbox_basic"] as const;

const EMR_NAMES: Record<string, string> = {
  sandbox: "Sandbox EMR",
  sandbox_basic: "Basic sandbox EMR",
  fhir: "FHIR",
};

/** Returns the display name of an EMR type. */
export const emrName = (emrType: string): string => EMR_NAMES[emrType] ?? emrType;

/** A linked account as the console's shell shows it. */
export const linkedAccountModel = z
  .object({
    id: z.string(),
    name: z.string(),
    organization_name: z.string(),
    emr_type: z.string(),
    timezone: z.string().describe("IANA name"),
    capabilities: z.array(z.string()),
    synced_at: z.string().nullable().describe("ISO 8601"),
  })
  .meta({ id: "LinkedAccount" });

export type LinkedAccountModel = z.infer<typeof linkedAccountModel>;

/** A linked account as admins of the organization see it. */
export const managedAccountModel = linkedAccountModel
  .extend({
    active: z.boolean().describe("False while the account is unlinked"),
    user_active: z.boolean().describe("False if the EMR no longer knows the token's user"),
    access_token_reference_id: z.string().describe("Identifies the access token in events; not a secret"),
    created_at: z.string().describe("ISO 8601"),
  })
  .meta({ id: "ManagedLinkedAccount" });

export type ManagedAccountModel = z.infer<typeof managedAccountModel>;

/** A linked account with its access token: only in responses that create or rotate it. */
export const newAccountModel = managedAccountModel
  .extend({
    access_token: z.string().describe("Only this response shows it"),
  })
  .meta({ id: "NewLinkedAccount" });

export type NewAccountModel = z.infer<typeof newAccountModel>;

/** Jobs that wait for the EMR's limit of calls. */
const backlogModel = z
  .object({
    jobs: z.number().int(),
    calls_per_minute: z.number().int().nullable().describe("The EMR's limit as it is known; null if it is not"),
    through_at: z
      .string()
      .nullable()
      .describe("ISO 8601: when they will be through at the pace of the last minutes; null if that cannot be told"),
  })
  .meta({ id: "Backlog" });

export type BacklogModel = z.infer<typeof backlogModel>;

/** The account of a page, with the state that changes while the page is open. */
export const linkedAccountStateModel = linkedAccountModel
  .extend({
    backlog: backlogModel
      .nullable()
      .describe("Jobs that wait because the EMR's limit of calls is reached; null while none does"),
    emr_out_since: z
      .string()
      .nullable()
      .describe(
        "ISO 8601: time since which jobs have failed because the EMR does not answer; null while the EMR answers",
      ),
  })
  .meta({ id: "LinkedAccountState" });

export type LinkedAccountStateModel = z.infer<typeof linkedAccountStateModel>;

export const ZONE_PROBLEM = "must be an IANA time zone, such as America/New_York";

/** Returns true for a time zone that Intl knows, since Intl computes the account's calendar days. */
function isZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

const name = requiredText(100);

/** The body of POST /linked-accounts. */
export const newAccountInput = z.object({
  name,
  emr_type: z.enum(EMR_TYPES, { error: `must be one of ${EMR_TYPES.join(", ")}` }),
  timezone: requiredText(64).refine(isZone, ZONE_PROBLEM),
});

export type NewAccountInput = z.infer<typeof newAccountInput>;

/** A linked account's name, for forms. */
export const accountNameInput = z.object({ name });

const changeable = { name, active: z.boolean({ error: "must be true or false" }) };

/** The body of PATCH /linked-accounts/{id}. */
export const accountChange = z.object(changeable).partial().check(atLeastOneOf(changeable));
