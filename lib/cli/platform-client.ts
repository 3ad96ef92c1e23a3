import { parseArgs } from "node:util";
import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { apiClient } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { OPERATOR } from "#lib/kernel/principal";
import { StartFailure } from "#lib/kernel/start-failure";
import { writeAudit } from "#lib/security/audit/audit-log";
import { changedFields } from "#lib/security/audit/changed-fields";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { endGrounds } from "#lib/security/credentials/grounds";
import { onDatabase } from "./on-database.ts";

const COMMAND = "npm run platform-client";
const USAGE = `${COMMAND} -- client_… [--off]`;

/** Reads the arguments. Throws a StartFailure with the usage if they are not as they must be. */
function asked(): { clientId: string; platform: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { off: { type: "boolean", default: false } },
    });
    const [clientId, ...others] = positionals;
    if (!clientId || others.length > 0) throw new Error("Name one API client by its client id");
    return { clientId, platform: !values.off };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

/**
 * Lets an API client make an organization for each clinic that links its EMR, or no longer (additions §5). Returns its
 * name. Throws a StartFailure for an unknown client id.
 */
async function setPlatform(clientId: string, platform: boolean): Promise<string> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('client_id', ${clientId})`,
  );
  if (!found) throw new StartFailure(`There is no API client ${clientId}; nothing was changed`);
  const { organization_id: organizationId, record_id: id } = found;
  return withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [before] = await tx.select().from(apiClient).where(eq(apiClient.id, id)).for("update");
    if (!before || before.revokedAt || before.platformClientId !== null)
      throw new StartFailure(`${clientId} was revoked, or stands for a platform client; nothing was changed`);
    await tx.update(apiClient).set({ platform }).where(eq(apiClient.id, id));
    const detail = changedFields(before.name, { platform: before.platform }, { platform });
    const entry = { organizationId, actor: OPERATOR, action: "api-clients:platform", route: COMMAND, address: null };
    await writeAudit(tx, organizationEntry({ ...entry, resource: id, detail }));
    endGrounds(tx, `api-client:${id}`);
    return before.name;
  });
}

try {
  const { clientId, platform } = asked();
  await onDatabase(readEnvironment(process.env), async () => {
    const name = await setPlatform(clientId, platform);
    process.stdout.write(
      platform
        ? `${name} makes an organization for each clinic that links its EMR with organization: new\n`
        : `${name} makes no more organizations; those that it made stay, and it reaches nothing in them\n`,
    );
  });
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof EnvironmentError;
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  process.stderr.write(`${isExpected ? (error as Error).message : message || code || name}\n`);
  process.exitCode = 1;
}
