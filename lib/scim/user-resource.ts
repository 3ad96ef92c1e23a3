import type { appUser } from "#lib/db/schema";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import { type Document, schemasOf, shownNameOf } from "./document.ts";
import { versionOf } from "./version.ts";

type User = typeof appUser.$inferSelect;

/** Returns the address of a resource of `/scim/v2`. */
export function scimAddress(path: string): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/scim/v2${path}`;
}

/** Returns whether a user has a name: one whom nobody has named has the address in its place. */
export const hasName = ({ name, email }: Pick<User, "name" | "email">): boolean => name !== email;

/** Returns the parts of a name, for which directories ask. */
function partsOf(name: string): Document {
  const words = name.split(/\s+/);
  return { formatted: name, givenName: words.slice(0, -1).join(" ") || name, familyName: words.at(-1) };
}

const emailsOf = ({ email }: User) => [{ value: email, type: "work", primary: true }];

/** The name and address of a user whom the directory has not described yet. */
const knownOf = (user: User): Document => ({
  userName: user.email,
  ...(hasName(user) && { displayName: user.name, name: partsOf(user.name) }),
  emails: emailsOf(user),
});

/** Returns a user as the directory has described them, which its changes begin with. */
export function documentOf(user: User): Document {
  const { directoryAttributes, externalId, deactivatedAt, name } = user;
  const described = directoryAttributes ?? knownOf(user);
  return {
    ...described,
    // An admin, or the person, may have changed the name since.
    ...(hasName(user) && shownNameOf(described) !== name && { displayName: name }),
    ...(externalId !== null && { externalId }),
    active: deactivatedAt === null,
  };
}

/**
 * Returns what of a document is stored as it is: the rest has columns of its own. The addresses that the console has shown
 * of an undescribed user are not the directory's, unless it has sent some: they follow the user's address.
 */
export function storedAttributes(user: User, document: Document, sent: ReadonlySet<string>): Document {
  const { externalId: _externalId, active: _active, emails, ...attributes } = document;
  const isOurs = emails === undefined || (user.directoryAttributes === null && !sent.has("emails"));
  return isOurs ? attributes : { ...attributes, emails };
}

/**
 * Maps a user to the representation of RFC 7643 section 4.1: as the directory has sent it, with what the console adds. It
 * has nothing of how the person signs in.
 */
export function toUserResource(user: User) {
  const document = documentOf(user);
  const { id, name, createdAt, modifiedAt, directoryAttributes } = user;
  const meta = {
    resourceType: "User",
    created: createdAt.toISOString(),
    lastModified: (modifiedAt ?? createdAt).toISOString(),
  };
  const shown = {
    schemas: schemasOf(document),
    id,
    displayName: name,
    ...(directoryAttributes === null && { name: partsOf(name) }),
    emails: emailsOf(user),
    ...document,
  };
  const version = versionOf([shown, meta]);
  return { ...shown, meta: { ...meta, location: scimAddress(`/Users/${id}`), version } };
}
