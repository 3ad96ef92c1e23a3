import { z } from "zod";
import type { FormField } from "#lib/definitions/operation";
import { emailAddress } from "#lib/kernel/email-address";
import { oneLineName, oneLineText } from "#lib/kernel/one-line";

const DIGITS = { fewest: 7, most: 15 };

export const phoneNumber = oneLineName(40).refine((text) => {
  const { length } = text.replaceAll(/\D/g, "");
  return length >= DIGITS.fewest && length <= DIGITS.most;
}, `must be a telephone number of ${DIGITS.fewest} to ${DIGITS.most} digits`);

/** An address is written to the EMR as it was typed. */
export const email = oneLineName(254)
  .refine((text) => emailAddress.safeParse(text).success, "must be an email address")
  .meta({ format: "email" });

const addressPart = oneLineText(200).optional();

export const address = z.object(
  { street: addressPart, city: addressPart, state: addressPart, zip: addressPart },
  { error: "must be an object" },
);

export const emergencyContact = z.object(
  { name: oneLineName(200), relationship: oneLineName(100).optional(), phone: phoneNumber.optional() },
  { error: "must be an object" },
);

/** The form fields of an address and of an emergency contact. */
export const contactParts = {
  address: {
    label: "Address",
    widget: "parts",
    parts: { street: "Street", city: "City", state: "State", zip: "ZIP code" },
  },
  emergency_contact: {
    label: "Emergency contact",
    widget: "parts",
    parts: { name: "Name", relationship: "Relationship", phone: "Telephone" },
  },
} satisfies Record<string, FormField>;

/** Returns an address as the EMR has it: what it leaves out is "". */
export const addressOf = ({ street = "", city = "", state = "", zip = "" }: z.infer<typeof address>) => ({
  street,
  city,
  state,
  zip,
});

/** Returns an emergency contact as the EMR has it: what it leaves out is null. */
export const emergencyContactOf = ({ name, relationship, phone }: z.infer<typeof emergencyContact>) => ({
  name,
  relationship: relationship ?? null,
  phone: phone ?? null,
});
