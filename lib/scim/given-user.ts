import { z } from "zod";
import { newUserInput } from "#lib/administration/users/model";
import { ScimError } from "./scim-error.ts";

/** The attributes of a user that a directory sends and that are kept here; others are ignored. */
export interface GivenUser {
  userName?: string;
  /** Null removes it. */
  externalId?: string | null;
  name?: string;
  active?: boolean;
  /** The values of `roles`. */
  roles?: string[];
}

const invalid = (message: string) => new ScimError(400, "invalidValue", message);

/** Microsoft Entra ID sends truth values as the texts "True" and "False". */
const truth = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false"]))
    .transform((text) => text === "true"),
]);

const text = z.string().trim().min(1);
const optional = text.nullish().catch(undefined);

const nameParts = z
  .object({ formatted: optional, givenName: optional, familyName: optional })
  .nullish()
  .catch(undefined);

const role = z.union([text, z.object({ value: text }).transform(({ value }) => value)]);

const MAX_NAME = 100;
const MAX_EXTERNAL_ID = 255;

/** Returns the name that colleagues see; undefined if the directory sends none. */
function nameIn(given: Record<string, unknown>): string | undefined {
  const name = nameParts.parse(given.name);
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  const chosen = optional.parse(given.displayName) ?? name?.formatted ?? parts;
  return chosen ? chosen.slice(0, MAX_NAME).toWellFormed() : undefined;
}

function rolesIn(given: unknown): string[] {
  const { data } = z.array(role).safeParse(Array.isArray(given) ? given : [given]);
  if (!data) throw invalid("roles must be a list of objects with a value");
  return data;
}

function externalIdIn(given: unknown): string | null {
  if (given === null || given === "") return null;
  const { data } = text.max(MAX_EXTERNAL_ID).safeParse(given);
  if (data === undefined) throw invalid(`externalId must be a string of at most ${MAX_EXTERNAL_ID} characters`);
  return data;
}

function userNameIn(given: unknown): string {
  const { data } = newUserInput.shape.email.safeParse(given);
  if (data === undefined) throw invalid("userName must be an email address: the person signs in with it");
  return data;
}

function activeIn(given: unknown): boolean {
  const { data } = truth.safeParse(given);
  if (data === undefined) throw invalid("active must be true or false");
  return data;
}

/** Returns an object with its keys as the schema spells them, since attribute names ignore case (RFC 7643 section 2.1). */
export function spelled(given: Record<string, unknown>): Record<string, unknown> {
  const known = ["userName", "externalId", "name", "displayName", "active", "roles"];
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      known.find((each) => each.toLowerCase() === key.toLowerCase()) ?? key,
      value,
    ]),
  );
}

/** Reads a user's representation. Throws 400 `invalidValue` that names the attribute. */
export function readUser(body: Record<string, unknown>): GivenUser {
  const given = spelled(body);
  const name = nameIn(given);
  return {
    ...(given.userName !== undefined && { userName: userNameIn(given.userName) }),
    ...(given.externalId !== undefined && { externalId: externalIdIn(given.externalId) }),
    ...(name !== undefined && { name }),
    ...(given.active !== undefined && { active: activeIn(given.active) }),
    ...(given.roles !== undefined && given.roles !== null && { roles: rolesIn(given.roles) }),
  };
}
