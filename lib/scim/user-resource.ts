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

/** The name and address of a user whom the directory has not described yet. Directories ask for both parts of a name. */
function knownOf({ name, email }: User): Document {
  const words = name.split(/\s+/);
  const [familyName, givenName] = [words.at(-1), words.slice(0, -1).join(" ") || name];
  return {
    userName: email,
    displayName: name,
    name: { formatted: name, givenName, familyName },
    emails: [{ value: email, type: "work", primary: true }],
  };
}

/** Returns a user as the directory has described them, which its changes begin with. */
export function documentOf(user: User): Document {
  const { directoryAttributes, externalId, deactivatedAt, name } = user;
  const described = directoryAttributes ?? knownOf(user);
  return {
    ...described,
    // An admin, or the person, may have changed the name since.
    ...(shownNameOf(described) !== name && { displayName: name }),
    ...(externalId !== null && { externalId }),
    active: deactivatedAt === null,
  };
}

/** Returns what of a document is stored as it is: the rest has columns of its own. */
export function storedAttributes({ externalId: _externalId, active: _active, ...attributes }: Document): Document {
  return attributes;
}

/**
 * Maps a user to the representation of RFC 7643 section 4.1: as the directory has sent it, with what the console adds. It
 * has nothing of how the person signs in.
 */
export function toUserResource(user: User) {
  const document = documentOf(user);
  const { id, name, email, createdAt, modifiedAt } = user;
  const meta = {
    resourceType: "User",
    created: createdAt.toISOString(),
    lastModified: (modifiedAt ?? createdAt).toISOString(),
  };
  const shown = {
    schemas: schemasOf(document),
    id,
    displayName: name,
    emails: [{ value: email, type: "work", primary: true }],
    ...document,
  };
  const version = versionOf([shown, meta]);
  return { ...shown, meta: { ...meta, location: scimAddress(`/Users/${id}`), version } };
}
