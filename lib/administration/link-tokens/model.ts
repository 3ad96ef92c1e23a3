import { z } from "zod";
import { originText } from "#lib/administration/embedding/model";
import { embedTheme, shownEmbedTheme } from "#lib/administration/embedding/theme";
import { WRITES } from "#lib/administration/linked-accounts/account-change";
import { connectionFits } from "#lib/administration/linked-accounts/connection-field";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import { newUserInput } from "#lib/administration/users/model";
import { EMR_TYPES } from "#lib/emr/connections";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const writeIds = z
  .array(z.enum(WRITES, { error: `must be one of ${WRITES.join(", ")}` }), { error: "must be an array of strings" })
  .max(100, "must have at most 100 entries");

/** Returns whether a text is an address of the web without a user or a fragment. */
function isPageAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === ""
  );
}

/** Returns the checks that fields are sent for a link that repairs no account. */
const requiredOfNew = (names: readonly ("user_id" | "organization_name")[]) =>
  names.map((name) =>
    z.refine<{
      linked_account_id?: string | undefined;
      user_id?: string | undefined;
      organization_name?: string | undefined;
    }>((given) => given.linked_account_id !== undefined || given[name] !== undefined, {
      path: [name],
      error: "is required",
    }),
  );

/** The body of POST /link-tokens. */
export const linkTokenInput = z
  .object({
    linked_account_id: requiredText(100)
      .optional()
      .describe(
        "Of an account that this client linked, to repair it: the view asks for new credentials of the same EMR and for consent to `writes` that are not on yet",
      ),
    user_id: oneLineName(200)
      .optional()
      .describe(
        "Your own id of the customer; becomes the account's `access_token_reference_id`, which events carry. Required without `linked_account_id`",
      ),
    organization_name: oneLineName(100)
      .optional()
      .describe("The customer's name, with which the account's name begins. Required without `linked_account_id`"),
    organization: z
      .string({ error: "must be a string" })
      .optional()
      .describe(
        "Of a platform client alone: `new` for an organization of the customer's own, which is made with the link, or the id of one that it has made. By default the client's own organization, whose accounts share documents",
      ),
    admin_email: newUserInput.shape.email
      .optional()
      .describe("With `organization: new`, which needs it: gets the invitation to be that organization's first admin"),
    emr_types: z
      .array(z.enum(EMR_TYPES, { error: `must be one of ${EMR_TYPES.join(", ")}` }), {
        error: "must be an array of strings",
      })
      .min(1, "must have at least one entry, or be left out")
      .max(EMR_TYPES.length, `must have at most ${EMR_TYPES.length} entries`)
      .optional()
      .describe("The kinds of EMR that may be linked; by default all"),
    origin: originText.optional().describe("The registered origin of the page that frames the view"),
    redirect_url: z
      .string({ error: "must be a string" })
      .max(2_000, "must have at most 2000 characters")
      .refine(isPageAddress, "must be the address of a page, without a user or a fragment")
      .optional()
      .describe("Instead of `origin`: the page of a registered origin to which the browser goes at the end"),
    writes: writeIds
      .default([])
      .describe("Ids of the operations that you ask to let write to the EMR; the view asks for consent to each"),
    locale: requiredText(35).optional().describe("BCP 47 tag for the format of dates and numbers. Texts are English"),
    theme: embedTheme.optional(),
    mailed: z
      .boolean({ error: "must be true or false" })
      .default(false)
      .describe("For an address that is mailed: valid for 7 days instead of 30 minutes. Needs `redirect_url`"),
  })
  .check(
    z.refine(({ origin, redirect_url }) => (origin === undefined) !== (redirect_url === undefined), {
      path: ["origin"],
      error: "must be sent, or redirect_url instead of it",
    }),
  )
  .check(...requiredOfNew(["user_id", "organization_name"]))
  .check(
    z.refine(({ organization, admin_email }) => (organization === "new") === (admin_email !== undefined), {
      path: ["admin_email"],
      error: "must be sent with organization new, and with nothing else",
    }),
  )
  .check(
    z.refine(({ mailed, redirect_url }) => !mailed || redirect_url !== undefined, {
      path: ["redirect_url"],
      error: "is required for an address that is mailed",
    }),
  );

/** The response of POST /link-tokens, the only one that shows the token. */
export const newLinkTokenModel = z.object({
  link_token_id: z.string(),
  link_token: z.string().describe("For `ClinicalRecords.link`; links one EMR. Only this response shows it"),
  url: z
    .string()
    .describe(
      "The view's address, with the token in its fragment, which no server sees; a page of its own with `redirect_url`",
    ),
  expires_at: momentText.describe("ISO 8601, 30 minutes from now, or 7 days if `mailed`"),
});

/** The account that a link repairs, as its view shows it. */
const repairedModel = z.object({
  name: z.string(),
  emr_type: z.string(),
  connection: z.record(z.string(), z.unknown()).nullable().describe("Without its secrets; null for a sandbox"),
  secrets: z.array(z.string()).describe("The fields of `connection` whose secrets are stored; they are never shown"),
  login_required: z.boolean().describe("Whether the EMR refuses the stored credentials"),
});

export const listedLinkModel = z
  .object({
    id: z.string(),
    state: z
      .enum(["open", "linked", "exchanged", "ended", "late"])
      .describe(
        "`linked`: an EMR is linked, and the public token was not exchanged. `ended`: revoked unused. `late`: it expired unused",
      ),
    api_client_id: z.string(),
    user_id: z.string(),
    organization_name: z.string(),
    asked_by: z.string().describe("Name of the API client that asks"),
    emr_types: z.array(z.string()).describe("The kinds of EMR that may be linked"),
    origin: z.string().describe("The only origin that the view speaks to, or goes to at the end"),
    redirect_url: z.string().nullable(),
    writes: z
      .array(z.object({ operation: z.string(), name: z.string(), consent: z.string() }))
      .describe("The operations that may be let write, each with the words of the consent to it"),
    organization_id: z
      .string()
      .nullable()
      .describe("The organization that gets the account; null of a new one until the EMR is linked"),
    consent: z.array(z.string()).describe("The words that whoever links agrees to, whatever may write"),
    locale: z.string().nullable(),
    theme: shownEmbedTheme,
    linked_account_id: z.string().nullable().describe("Null until an EMR is linked; of a repair, its account"),
    linked_account: z
      .object({ name: z.string(), emr_type: z.string(), active: z.boolean().describe("False while it is unlinked") })
      .nullable()
      .describe("Null until an EMR is linked"),
    agreed: z
      .object({
        at: momentText.describe("ISO 8601"),
        writes: z.array(z.string()).describe("Ids of the operations that were let write"),
        words: z.array(z.string()).describe("What was agreed to, word for word as in the audit log"),
        connected_to: z.string().nullable().describe("Address of the EMR; null if it has none"),
      })
      .nullable()
      .describe("What whoever linked has agreed to; null until an EMR is linked"),
    created_at: momentText.describe("ISO 8601"),
    exchange_by: momentText
      .nullable()
      .describe("ISO 8601; the end of the public token. After it an admin gives the account a new access token"),
    exchanged_at: momentText.nullable().describe("ISO 8601"),
    expires_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "ListedLinkToken" });

export type ListedLinkModel = z.infer<typeof listedLinkModel>;

/** A link as its view, the partner's back end and the organization's admins read it. */
export const linkTokenModel = listedLinkModel
  .extend({
    repairs: repairedModel
      .nullable()
      .describe("The account that is repaired; null of a link to an EMR that is not linked yet"),
    expires_in: z.number().int().describe("Remaining seconds, by the server's clock; 0 after the end"),
  })
  .meta({ id: "LinkToken" });

export type LinkTokenModel = z.infer<typeof linkTokenModel>;

/** The body of POST /link-tokens/{id}/account: that of POST /linked-accounts, with the writes that were agreed to. */
export const linkInput = z
  .object({
    ...newAccountInput.shape,
    writes: writeIds.default([]).describe("Those of the asked operations to which whoever links has agreed"),
  })
  .check(connectionFits);

/** The body of POST /link-tokens/{id}/repair. */
export const repairInput = z
  .object({
    connection: z
      .record(z.string(), z.unknown(), { error: "must be an object" })
      .optional()
      .describe("The connection with new credentials; secrets that are left out keep their values"),
    writes: writeIds.default([]).describe("Those of the asked operations to which whoever repairs has agreed"),
  })
  .check(
    z.refine(({ connection, writes }) => connection !== undefined || writes.length > 0, {
      path: ["connection"],
      error: "must be sent, or writes",
    }),
  );

/** The response of POST /link-tokens/{id}/account. */
export const linkedModel = z.object({
  public_token: z
    .string()
    .describe("For your back end, which exchanges it once within 15 minutes. Of no use without the client's secret"),
  expires_at: momentText.describe("ISO 8601"),
  linked_account_id: z.string(),
});

/** The body of POST /link-tokens/exchange. */
export const exchangeInput = z.object({
  public_token: requiredText(200).describe("As the view gave it to the page, or the redirect to its address"),
});

/** The response of POST /link-tokens/exchange. */
export const exchangedModel = z.object({
  access_token: z.string().describe("Only this response shows it"),
  access_token_reference_id: z.string().describe("The `user_id` of the link token, which events carry"),
  linked_account_id: z.string(),
  organization_id: z.string().describe("The organization that the account belongs to"),
});
