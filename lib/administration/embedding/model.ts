import { z } from "zod";
import { linkedAccountModel } from "#lib/administration/linked-accounts/model";
import { momentText } from "#lib/kernel/date-texts";
import { EMBED_VIEWS, type EmbedView } from "#lib/kernel/embed-view";
import { endpointOwner } from "#lib/kernel/endpoint-owner";
import { requiredText } from "#lib/kernel/fields";
import { metadata } from "#lib/kernel/metadata";
import { oneLineName } from "#lib/kernel/one-line";
import { listRule, unexpectedFields } from "#lib/kernel/validation";
import { embedTheme, shownEmbedTheme } from "./theme.ts";

const mrn = requiredText(200).describe("The only patient whose data the view may see and write");

/** Rejects unknown parameters and lists the known ones: a mistyped parameter must not widen what a view shows. */
const parameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys.map((key) => key.slice(0, 100)).join(", ")} is not known to this view, which takes ${Object.keys(shape).join(", ")}`
        : undefined,
  });

const offered = (what: string) =>
  z
    .array(requiredText(200), { error: "must be an array" })
    .min(1, "must have at least one entry, or be left out")
    .max(100, "must have at most 100 entries")
    .optional()
    .describe(what);

/** The parameters of each view. */
export const EMBED_PARAMETERS = {
  jobs: parameters({
    patient_mrn: mrn.optional(),
    type: requiredText(100).optional(),
    status: requiredText(100).optional(),
  }),
  job: parameters({
    job_id: z
      .union([z.number(), z.string().regex(/^[1-9]\d{0,14}$/)], { error: "must be the id of a job" })
      .transform(Number)
      .refine((id) => Number.isSafeInteger(id) && id > 0, "must be the id of a job")
      .describe("The only job that the view may see"),
  }),
  appointments: parameters({
    patient_mrn: mrn.optional(),
    provider_ehr_id: requiredText(200).optional(),
    location_id: requiredText(200).optional(),
    status: requiredText(100).optional(),
  }),
  providers: parameters({ provider_id: requiredText(100).optional() }),
  documents: parameters({
    patient_mrn: mrn.optional(),
    referral_id: requiredText(100).optional(),
    document_id: requiredText(100).optional(),
  }),
  operation: parameters({
    operation: requiredText(100).describe("The operation's id, which is also its permission"),
    values: z.record(z.string(), z.unknown()).optional().describe("Initial values of the form, by field"),
    patient_mrn: mrn.optional(),
    metadata: metadata.optional().describe("`metadata` of what the view sends, which its visitors cannot change"),
  }).refine(
    ({ patient_mrn, values }) => patient_mrn === undefined || (values?.patient_mrn ?? patient_mrn) === patient_mrn,
    { path: ["values", "patient_mrn"], error: "must be the patient that patient_mrn names, or left out" },
  ),
  webhooks: parameters({ owner: endpointOwner.describe("The only owner whose webhook endpoints the view may use") }),
  booking: parameters({
    patient_mrn: mrn,
    appointment_types: offered("Codes or names of the only visit types that the view may show and book"),
    provider_ehr_ids: offered("The only providers whose open slots the view may show and book"),
  }),
} satisfies Record<EmbedView, z.ZodObject>;

const MAX_ORIGIN_LENGTH = 300;
/** A host name or address. A `*` is refused, as it would match any host in the frame-ancestors policy. */
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text && HOST.test(hostname);
}

/** A web origin as browsers serialize it: `https://portal.example`. */
export const originText = z
  .string({ error: "must be a string" })
  .max(MAX_ORIGIN_LENGTH, `must have at most ${MAX_ORIGIN_LENGTH} characters`)
  .refine(isOrigin, "must be an origin alone, such as https://portal.example: no path, query, user or wildcard");

/** The body of POST /embed/origins. */
export const embedOriginInput = z.object({ origin: originText });

export const embedOriginModel = z
  .object({
    id: z.string(),
    origin: z.string(),
    created_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "EmbedOrigin" });

export type EmbedOriginModel = z.infer<typeof embedOriginModel>;

const permissionsProblem = listRule("must be an array of permissions");

/**
 * The body of POST /embed/sessions, without unknown fields: a `patient_mrn` beside the parameters would restrict
 * nothing.
 */
export const embedSessionInput = z.strictObject(
  {
    view: z.enum(EMBED_VIEWS, { error: `must be one of ${EMBED_VIEWS.join(", ")}` }),
    parameters: z
      .record(z.string(), z.unknown(), { error: "must be an object" })
      .optional()
      .describe("The view's parameters; the description lists those of each view"),
    permissions: z
      .array(z.string({ error: permissionsProblem }), { error: permissionsProblem })
      .max(100, "must have at most 100 entries")
      .optional()
      .describe(
        "Default: the permissions that the view needs to read; of `webhooks` and `booking`, all that it may have",
      ),
    origin: originText.describe("The registered origin of the page that shows the view"),
    actor: z
      .object(
        { id: oneLineName(200), name: oneLineName(200) },
        { error: "must be an object with id and name: the partner's own user" },
      )
      .describe("The partner's own user, as shown in jobs and the audit log"),
    theme: embedTheme.optional(),
  },
  { error: unexpectedFields },
);

/** The response of POST /embed/sessions, the only one that shows the token. */
export const newEmbedSessionModel = z.object({
  session_id: z.string(),
  token: z.string().describe("Valid for this view only. Only this response shows it"),
  expires_at: momentText.describe("ISO 8601, 15 minutes from now"),
  url: z.string().describe("The URL of the frame. It contains the session's id, but not the token"),
});

/** A session as its view or the partner's back end reads it. */
export const embedSessionModel = z
  .object({
    id: z.string(),
    view: z.enum(EMBED_VIEWS),
    parameters: z.record(z.string(), z.unknown()),
    permissions: z.array(z.string()),
    origin: z.string(),
    actor: z.object({ id: z.string(), name: z.string() }),
    theme: shownEmbedTheme,
    expires_at: momentText.describe("ISO 8601"),
    expires_in: z.number().int().describe("Remaining seconds, by the server's clock; 0 after the end"),
    linked_account: linkedAccountModel,
  })
  .meta({ id: "EmbedSession" });

export type EmbedSessionModel = z.infer<typeof embedSessionModel>;
