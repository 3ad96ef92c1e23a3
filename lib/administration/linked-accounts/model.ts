import { z } from "zod";
import { CAPABILITIES } from "#lib/emr/port/capability";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { momentText } from "#lib/kernel/date-texts";
import { etag } from "#lib/kernel/fields";
import { profileModel } from "./profile-model.ts";

/** A linked account as the console's shell shows it. */
export const linkedAccountModel = z
  .object({
    id: z.string(),
    name: z.string(),
    organization_name: z.string(),
    emr_type: z.string(),
    timezone: z.string().describe("IANA name"),
    capabilities: z.array(z.string()).describe("Capabilities of the EMR"),
    writes: z.array(z.string()).nullable().describe("Ids of the operations that may write to the EMR; null if all may"),
    required_fields: z
      .partialRecord(z.enum(CAPABILITIES), z.array(z.string()).readonly())
      .describe("Fields that this EMR requires of a new record besides those of every EMR, by capability"),
    unsupported_fields: z
      .partialRecord(z.enum(CAPABILITIES), z.record(z.string(), z.string()).readonly())
      .describe(
        "Request fields that this EMR has no place for, with the reasons, by capability; one that is set is 400",
      ),
    unsupported_kinds: z
      .array(z.object({ kind: z.enum(SYNC_KINDS), reason: z.string().nullable() }))
      .readonly()
      .describe("Kinds of records that the EMR does not show: their lists stay empty"),
    synced_at: momentText.nullable().describe("ISO 8601"),
  })
  .meta({ id: "LinkedAccount" });

export type LinkedAccountModel = z.infer<typeof linkedAccountModel>;

const syncIntervalMinutes = z
  .int()
  .describe(
    "Minutes between two readings of what changed in the EMR, as far as it can be read so and its limit of calls allows; 0: the nightly sync alone",
  );

/** An operation that writes to the EMR, as an admin decides on it. */
const writeOperation = z
  .object({
    operation: z.string(),
    name: z.string(),
    on: z.boolean().describe("Whether it may write to the EMR of this account"),
    support: z.enum(["works", "emulated", "unsupported"]),
    reason: z.string().nullable().describe("How the operation works in this EMR, or why it is not possible"),
  })
  .meta({ id: "WriteOperation" });

/** The webhook to which the EMR sends the events of an account's client, as admins see it. */
const eventWebhookModel = z
  .object({
    registered_at: momentText.describe("ISO 8601: when it was registered at the EMR"),
    secret_changed_at: momentText.describe(
      "ISO 8601: since when the EMR has signed with the present secret, as it is known here",
    ),
    secret_asked_at: momentText
      .nullable()
      .describe("ISO 8601: when a new secret was asked for that the EMR has not shown yet; null otherwise"),
    secret_problem: z
      .string()
      .nullable()
      .describe(
        "Why the last attempt at a new secret failed; it is repeated while `secret_asked_at` is set. Null if it did not fail",
      ),
  })
  .meta({ id: "EventWebhook" });

export type EventWebhookModel = z.infer<typeof eventWebhookModel>;

/** How an EMR tells of changes at once, as admins see it. */
const changeNoticesModel = z
  .object({
    state: z
      .enum(["requested", "active", "silent", "refused", "unreachable"])
      .describe(
        "`requested`: the EMR is asked within a minute. `silent`: no notice came for an hour, as nothing changed or some are lost. `refused`: the EMR could not be asked, or did not take it; it is asked again. `unreachable`: `PUBLIC_URL` names no address that the EMR could reach",
      ),
    registered_at: momentText.nullable().describe("ISO 8601: when the EMR took it; null before"),
    heard_at: momentText.nullable().describe("ISO 8601: when the latest notice came; null before the first"),
    refused_at: momentText
      .nullable()
      .describe("ISO 8601: when a notice came without the secret, since the latest that had it; null if none did"),
    problem: z.string().nullable().describe("The EMR's words, if it refused"),
  })
  .meta({ id: "ChangeNotices" });

export type ChangeNoticesModel = z.infer<typeof changeNoticesModel>;

/** A linked account as admins of the organization see it. */
export const managedAccountModel = linkedAccountModel
  .extend({
    organization_id: z
      .string()
      .describe("The organization that has it: of a platform client's account that of the clinic, or the client's own"),
    connection: z.record(z.string(), z.unknown()).nullable().describe("Without its secrets; null for a sandbox"),
    secrets: z.array(z.string()).describe("The fields of `connection` whose secrets are stored; they are never shown"),
    profile: profileModel.nullable().describe("Findings of the last probe; null for a sandbox"),
    event_webhook: eventWebhookModel
      .nullable()
      .describe(
        "The webhook registered at the EMR, which all accounts of the EMR's client share; null while there is none, as for an EMR that sends no events",
      ),
    change_notices: changeNoticesModel
      .nullable()
      .describe(
        "Whether the EMR tells of each change at once, as `subscriptions` of its connection asks; null if that is off, or the EMR has no such way",
      ),
    write_operations: z.array(writeOperation),
    sync_interval_minutes: syncIntervalMinutes,
    active: z.boolean().describe("False while the account is unlinked"),
    state: z
      .enum(["linked", "login_required", "unlinked"])
      .describe(
        "`login_required`: the EMR refuses the credentials until an admin enters new ones. Jobs wait, writes are 403 with `error` `login_required`, and records stay as they were read last",
      ),
    user_active: z.boolean().describe("False if the EMR no longer knows the token's user"),
    access_token_reference_id: z.string().describe("Identifies the access token in events; not a secret"),
    created_at: momentText.describe("ISO 8601"),
    etag: etag.describe("Strong entity tag of what a `PATCH` changes, with the secrets: its `If-Match`"),
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
    through_at: momentText
      .nullable()
      .describe("ISO 8601: when they will be through at the pace of the last minutes; null if that is unknown"),
  })
  .meta({ id: "Backlog" });

export type BacklogModel = z.infer<typeof backlogModel>;

/** How often one reading between the syncs of an account is made. */
const readingModel = z.object({
  every_seconds: z
    .number()
    .int()
    .nullable()
    .describe("Seconds between two readings as the EMR's limit of calls allows them; null before the first"),
  read_at: momentText.nullable().describe("ISO 8601: when it last read all that it should; null before the first"),
  reason: z
    .string()
    .nullable()
    .describe("Why it is made more rarely than it is set to be, or was not possible; null otherwise"),
});

/** How fresh an account's copy is kept between its syncs. */
const freshnessModel = z
  .object({
    today: readingModel.describe("Today's visits, every 30 seconds while a page or a stream of the account is open"),
    changes: readingModel.describe(
      "The visits of today and the next seven days, then what changed of the kinds that can be read so, every `sync_interval_minutes`",
    ),
    paused_until: momentText
      .nullable()
      .describe("ISO 8601: no reading begins before, as the EMR did not answer or asked for a pause; null if one may"),
  })
  .meta({ id: "Freshness" });

export type FreshnessModel = z.infer<typeof freshnessModel>;

/** The account of a page, with the state that changes while the page is open. */
export const linkedAccountStateModel = linkedAccountModel
  .extend({
    sync_interval_minutes: syncIntervalMinutes,
    freshness: freshnessModel
      .nullable()
      .describe("The readings between the syncs; null while there are none, as `sync_interval_minutes` is 0"),
    backlog: backlogModel
      .nullable()
      .describe("Jobs that wait because the EMR's limit of calls is reached; null while none does"),
    login_required_since: momentText
      .nullable()
      .describe(
        "ISO 8601: time since which the EMR refuses the account's credentials, until an admin gives new ones; null while it takes them",
      ),
    emr_out_since: momentText
      .nullable()
      .describe(
        "ISO 8601: time since which jobs have failed because the EMR does not answer; null while the EMR answers",
      ),
    failed_in_outage: z
      .number()
      .int()
      .describe("Jobs that have failed for good since then and that no other job retries; 0 while the EMR answers"),
  })
  .meta({ id: "LinkedAccountState" });

export type LinkedAccountStateModel = z.infer<typeof linkedAccountStateModel>;
