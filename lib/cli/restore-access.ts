import { parseArgs } from "node:util";
import { endSessions, removeSecondFactor } from "#lib/administration/users/remove-second-factor";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { OPERATOR } from "#lib/kernel/principal";
import { StartFailure } from "#lib/kernel/start-failure";
import { writeAudit } from "#lib/security/audit/audit-log";
import { membershipsWith } from "#lib/sign-in/find-person";
import { newPasswordLink } from "#lib/sign-in/password-reset";
import { isAtHome, type Membership, personOf } from "#lib/sign-in/person";
import { peopleWithFactor } from "#lib/sign-in/second-factor/factors";
import { onDatabase } from "./on-database.ts";

// The way back for people whom no admin can help: the only admin of an organization, and people of several.

const COMMAND = "npm run restore-access";
const USAGE = `${COMMAND} -- person@clinic.example [--second-factor] [--password] [--organization ID]`;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text of the database for the operator's terminal: characters that would move its cursor, end its line or reorder it
 * are written by their numbers.
 */
const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);

/** A person with all of their users. */
interface Found {
  home: Membership["user"];
  memberships: Membership[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const addressOf = ({ email }: Membership["user"]): string => printable(email);

/** Runs `work` in the organization of a user. */
const inOrganizationOf = <Result>({ organizationId }: Membership["user"], work: (tx: Transaction) => Promise<Result>) =>
  withTenant({ organizationId, linkedAccountId: null }, work);

/** Adds the entry of what this command did to a user, in the transaction that does it. */
const note = (tx: Transaction, action: string, { id, organizationId, name }: Membership["user"]): Promise<void> =>
  writeAudit(tx, {
    organizationId,
    linkedAccountId: null,
    actor: OPERATOR,
    action,
    route: COMMAND,
    status: 200,
    jobId: null,
    resource: id,
    patientMrn: null,
    detail: { record: name },
    address: null,
    at: present(),
  });

/**
 * Returns the one person with an email address, of the named organization if one is named. Throws a StartFailure if there
 * is none, or if several people have it, each in an organization of their own.
 */
async function findOne(email: string, organization: string | undefined): Promise<Found> {
  const all = await membershipsWith(email);
  const people = all
    .filter(({ user }) => isAtHome(user) && personOf(user, all) !== null)
    .map(({ user: home }) => ({
      home,
      memberships: all.filter(({ user }) => (user.homeUserId ?? user.id) === home.id),
    }));
  const meant = people.filter(
    ({ memberships }) =>
      organization === undefined || memberships.some(({ user }) => user.organizationId === organization),
  );
  const [found, ...others] = meant;
  if (!found) throw new StartFailure(`Nobody with the address ${printable(email)} has access`);
  if (others.length === 0) return found;
  const named = meant.map(
    ({ memberships }) =>
      `  ${memberships.map((each) => `${each.user.organizationId} (${printable(each.organizationName)})`)}`,
  );
  throw new StartFailure(
    `Several people have the address ${printable(email)}, each with a sign-in of their own. Name the organization of the one that you mean, --organization ID:\n${named.join("\n")}`,
  );
}

/**
 * Removes the second factors of a person, who is signed out everywhere. The home comes last: until its factors are gone, a
 * second run does everything again.
 */
async function removeFactors({ home, memberships }: Found): Promise<void> {
  for (const { user } of memberships.filter((each) => each.user.id !== home.id)) {
    await inOrganizationOf(user, async (tx) => {
      await endSessions(tx, user.id);
      await note(tx, "sessions:end", user);
    });
  }
  await inOrganizationOf(home, async (tx) => {
    await removeSecondFactor(tx, home, OPERATOR.name);
    await note(tx, "second-factor:restore", home);
  });
  say(`Removed the second factor and the recovery codes of ${addressOf(home)}, who was signed out everywhere`);
}

/**
 * Removes the second factors of a person, or says that there are none. Throws a StartFailure if that leaves nothing to do.
 */
async function restoreSecondFactor(found: Found, { alone }: { alone: boolean }): Promise<void> {
  const { home } = found;
  const has = await inOrganizationOf(home, (tx) => peopleWithFactor(tx, [home.id]));
  if (has.size > 0) return removeFactors(found);
  const none = `${addressOf(home)} has no second factor`;
  if (alone) throw new StartFailure(`${none}; nothing was changed`);
  say(`${none}: there was none to remove, and the sessions go on`);
}

/** Prints a link for a new password of a person. */
async function restorePassword({ home }: Found): Promise<void> {
  const link = await inOrganizationOf(home, async (tx) => {
    await note(tx, "password:restore", home);
    return newPasswordLink(tx, home.id);
  });
  if (!link) throw new Error("The person was not written");
  say(`Send this link to ${addressOf(home)}, to choose a password within an hour:\n${link.address}`);
}

/** Reads the arguments. Throws a StartFailure with the usage if they are not as they must be. */
function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        "second-factor": { type: "boolean", default: false },
        password: { type: "boolean", default: false },
        organization: { type: "string" },
      },
    });
    const [email, ...others] = positionals;
    if (!email?.includes("@") || others.length > 0) throw new Error("Name one person by email address");
    if (!values["second-factor"] && !values.password) throw new Error("Say what to restore");
    return { email, ...values, organization: values.organization?.replaceAll("-", "") };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

try {
  const { email, organization, password, "second-factor": secondFactor } = asked();
  await onDatabase(readEnvironment(process.env), async () => {
    const found = await findOne(email, organization);
    if (secondFactor) await restoreSecondFactor(found, { alone: !password });
    if (password) await restorePassword(found);
  });
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof EnvironmentError;
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  process.stderr.write(`${isExpected ? (error as Error).message : message || code || name}\n`);
  process.exitCode = 1;
}
