import { WRITES } from "#lib/administration/linked-accounts/account-change";
import { catalog } from "#lib/catalog/generated/definitions";

/** Who asks for a link, and whose the account will be. */
interface Asking {
  /** Name of the API client. */
  askedBy: string;
  /** Name of the organization that owns the account. */
  owner: string;
  /** Address of the first admin of an organization that is made with the link; null: the organization is there. */
  adminEmail: string | null;
}

/** Returns the words of the consent to a link, besides those to each operation that writes (additions §5). */
export const consentTo = ({ askedBy, owner, adminEmail }: Asking): string[] => [
  `${askedBy} may read the records of this EMR: patients, visits, claims, documents and the rest that it shows.`,
  adminEmail === null
    ? `They are kept by ${owner}, whose accounts share documents.`
    : `They are kept by ${owner}, an organization of its own that is made with this link. ${adminEmail} is invited as its first admin, and may end what ${askedBy} may do.`,
];

/** Returns the words of the consent to a repair, besides those to operations that are new. */
export const consentToRepair = ({ askedBy }: Pick<Asking, "askedBy">): string[] => [
  `${askedBy} goes on reading and writing in this EMR as you have agreed before.`,
];

/** Returns the words of the consent to one operation that writes. */
export const consentToWrite = (operation: (typeof WRITES)[number], { askedBy }: Pick<Asking, "askedBy">): string =>
  `${askedBy} may write to this EMR: ${catalog[operation].name}.`;

/**
 * Returns the operations that a link asks to let write and that are not on yet in the account that it repairs. One that this version
 * does not know is left out.
 */
export const newWrites = (
  asked: readonly string[],
  repaired: { writes: readonly string[] | null } | null,
): (typeof WRITES)[number][] =>
  WRITES.filter((id) => asked.includes(id) && !(repaired && (repaired.writes?.includes(id) ?? true)));
