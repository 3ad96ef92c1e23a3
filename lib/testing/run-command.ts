import { type ChildProcess, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { REMEMBER_PACKAGES } from "#lib/launcher/server-process";
import { COMPILE_CACHE } from "../launcher/install.mjs";

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of lib/cli in its own process, as `npm run` does, with these variables alone. It starts as the
 * launcher's processes start, which takes a third of the CPU time. `onStart` receives the process, such as to kill it.
 */
export const runCommand = (
  name: string,
  args: string[],
  variables: Record<string, string | undefined>,
  onStart?: (command: ChildProcess) => void,
): Promise<CommandResult> => {
  const command = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...REMEMBER_PACKAGES, command, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    onStart?.(child);
  });
};
