import { z } from "zod";
import type { linkedAccount } from "#lib/db/schema";
import { atLeastOneOf, requiredText } from "#lib/kernel/fields";
import { oneLineText } from "#lib/kernel/one-line";

const text = z.string().nullable();

/** What a receipt says of the clinic (additions §7). */
export const clinicDetails = z
  .object({
    name: text.describe("null: the organization's name stands on receipts"),
    address: text.describe("Lines are kept"),
    phone: text,
    tax_id: text,
  })
  .meta({ id: "Clinic" });

export type ClinicDetails = z.infer<typeof clinicDetails>;

/** The account's settings that admins choose here, and no sync brings (additions §7). */
export const deskSettings = {
  clinic: clinicDetails.describe("What receipts say of the clinic; null where nothing is entered"),
  methods_without_reference: z
    .array(z.string())
    .describe("Names of payment methods for which the console fills in a reference number by itself"),
};

/** Returns a text of a clinic's; null, or an empty one, removes it. */
const orNone = (field: z.ZodType<string>) =>
  field
    .nullable()
    .transform((given) => given || null)
    .optional();

const details = {
  name: orNone(oneLineText(200)),
  address: orNone(z.string({ error: "must be a string" }).trim().max(500, "must have at most 500 characters")),
  phone: orNone(oneLineText(50)),
  tax_id: orNone(oneLineText(50)),
};

const methods = z
  .array(requiredText(200), { error: "must be an array of payment methods" })
  .max(200, "must have at most 200 entries")
  .optional()
  .describe("Names of `payment_methods`, which replace those chosen before");

/** The fields of the form that changes them. */
export const deskSettingsFields = z.object({ ...details, methods_without_reference: methods });

const change = {
  clinic: z
    .object(details, { error: "must be an object of the clinic's details" })
    .optional()
    .describe("Details that are not named stay; null removes one"),
  methods_without_reference: methods,
};

/** The body of PATCH /settings. */
export const deskSettingsChange = z.object(change).check(atLeastOneOf(change));

export type DeskSettingsChange = z.infer<typeof deskSettingsChange>;

const NO_DETAILS: ClinicDetails = { name: null, address: null, phone: null, tax_id: null };

/** Returns what an account's row holds of them. */
export const deskSettingsOf = ({
  clinic,
  methodsWithoutReference,
}: Pick<typeof linkedAccount.$inferSelect, "clinic" | "methodsWithoutReference">) => ({
  clinic: clinicDetails.parse({ ...NO_DETAILS, ...clinic }),
  methods_without_reference: methodsWithoutReference,
});
