import { primaryUrl } from "#lib/db/primary";
import { EnvironmentError, required } from "#lib/kernel/environment";
import { StartFailure } from "#lib/kernel/start-failure";
import { migrate } from "#lib/launcher/migrate";

// Every process migrates at its start; this command does it alone, before any is replaced.

try {
  await migrate(await primaryUrl(required("DATABASE_URL")), { encryptionKey: required("ENCRYPTION_KEY") });
  process.stdout.write("The database is current\n");
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof EnvironmentError;
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  process.stderr.write(`${isExpected ? (error as Error).message : message || code || name}\n`);
  process.exitCode = 1;
}
