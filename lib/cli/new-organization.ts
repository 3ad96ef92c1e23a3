import { z } from "zod";
import { linkAccount } from "#lib/administration/linked-accounts/commands";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import { newUserInput } from "#lib/administration/users/model";
import { loginRole, urlAs } from "#lib/db/login-roles";
import { organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { EnvironmentError, required } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { findPeople } from "#lib/sign-in/find-person";
import { invitationAddress, inviteUser } from "#lib/sign-in/invitation";

const USAGE = 'npm run new-organization -- "Name of the clinic" admin@clinic.example America/New_York';

const given = z.object({
  name: newAccountInput.shape.name,
  email: newUserInput.shape.email,
  timezone: newAccountInput.shape.timezone,
});

/** Invalid input, described for the operator. */
class Refusal extends Error {}

/**
 * Creates an organization with its first account (a simulated EMR) and its first admin. Returns the link with which the
 * admin chooses a password, valid for 7 days. Throws a Refusal if the email address already has access to any
 * organization: the operator, who may learn that, has probably run the command before.
 */
async function newOrganization({ name, email, timezone }: z.infer<typeof given>): Promise<string> {
  if ((await findPeople(email)).length > 0) throw new Refusal(`${email} already has access or is invited`);
  const organizationId = newId();
  return withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(organization).values({ id: organizationId, name });
    const invited = await inviteUser(tx, organizationId, { email, role: "admin" });
    if (!invited) throw new Error("The admin was not written");
    await linkAccount(tx, organizationId, { name, emr_type: "sandbox", timezone });
    return invitationAddress(invited.token);
  });
}

/** Connects with the application's role, not as the database owner. */
function connectAsApplication(): void {
  const ownerUrl = required("DATABASE_URL");
  process.env.APP_DATABASE_URL = urlAs(ownerUrl, loginRole("crc_app", required("ENCRYPTION_KEY")));
  forgetSingleton("environment");
}

async function run([name, email, timezone]: string[]): Promise<void> {
  const asked = given.safeParse({ name, email, timezone });
  if (!asked.success) {
    const problems = asked.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new Refusal(`${problems.join("\n")}\nUsage: ${USAGE}`);
  }
  connectAsApplication();
  const link = await newOrganization(asked.data);
  process.stdout.write(
    `Created ${asked.data.name}. Send this link to ${asked.data.email}, to choose a password within 7 days:\n${link}\n`,
  );
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof Refusal || error instanceof EnvironmentError;
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const hint = "DATABASE_URL and ENCRYPTION_KEY must be those of a deployment that was started once";
  process.stderr.write(
    `${isExpected ? (error as Error).message : `${message || code} (${hint})`}\nNothing was created\n`,
  );
  process.exitCode = 1;
} finally {
  await closeSingletons();
}
