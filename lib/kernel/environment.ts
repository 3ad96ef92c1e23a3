import { existsSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { singleton } from "./singleton.ts";

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
const blocks = list
  .refine((given) => given.every((block) => ipaddr.isValidCIDR(block)), "must be address blocks, such as 10.0.0.0/8")
  .default([]);
const webAddress = z.url({ protocol: /^https?$/, error: "must be an http or https URL", abort: true });
/** Where a console or an inbox stands: both are at a host's root, so that nothing may follow the host and port. */
const origin = webAddress
  .refine((url) => {
    const { origin: alone, pathname, search, hash, username, password } = new URL(url);
    return (
      pathname === "/" && `${search}${hash}${username}${password}` === "" && !/[?#]$/.test(url) && alone !== "null"
    );
  }, "must be an origin alone, such as https://records.example: no path, query, fragment or user")
  .transform((url) => new URL(url).origin);
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** An OpenID provider's name, which may have a path: what it says is believed, so that nobody may speak in its place. */
const issuer = webAddress
  .refine((url) => !/[?#]/.test(url), { error: "must have neither query nor fragment", abort: true })
  .refine((url) => url.startsWith("https:") || THIS_MACHINE.test(new URL(url).hostname), {
    error: "must be https, unless the provider is on this machine",
    abort: true,
  });
const count = (least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be a whole number from ${least} to ${most}`)
    .max(most, `must be a whole number from ${least} to ${most}`);
/** Of keeping; 0 is for ever. */
const days = count(0, 36_500);
const secret = z.string().min(32, "must have at least 32 characters");
const secrets = list
  .refine((given) => given.every((each) => each.length >= 32), "must be keys of at least 32 characters each")
  .default([]);

/** What the operator may set (decisions §1); the same shape validates `npm start` and every process it starts. */
const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional(),
  PUBLIC_URL: origin.optional(),
  INTERNAL_URL: origin.optional(),
  ROLE: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  ENCRYPTION_KEY: secret.optional(),
  ENCRYPTION_KEYS_PREVIOUS: secrets,
  AUTH_SECRET: secret.optional(),
  RUNNER_TOKEN: secret.optional(),
  METRICS_TOKEN: secret.optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  WEBHOOK_PRIVATE_TARGETS: blocks,
  WEBHOOK_CA_FILE: z.string().refine(existsSync, "must name a file that is there").optional(),
  TRUSTED_PROXIES: blocks,
  RATE_LIMIT_PER_MINUTE: count(1, 1_000_000).default(600),
  STREAMS_PER_CALLER: count(1, 100_000).default(50),
  IDLE_MINUTES: count(1, 1440).default(15),
  RETAIN_JOBS_DAYS: days.default(365),
  RETAIN_EVENTS_DAYS: days.default(90),
  RETAIN_RECEIPTS_DAYS: days.default(90),
  RETAIN_EXCHANGES_DAYS: days.default(14),
  RETAIN_IDEMPOTENCY_DAYS: days.default(1),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: "must be trace, debug, info, warn, error or silent",
    })
    .default("info"),
  SEED: z.enum(["demo", "none"], { error: "must be demo or none" }).optional(),
});

/** What the launcher adds for the processes that it starts. */
const launcherVariables = z.object({
  /** They never see the owner's DATABASE_URL. */
  APP_DATABASE_URL: z.string().optional(),
  SANDBOX_DATABASE_URL: z.string().optional(),
  /** What it follows from (DATABASE_URL) is not there for them to see. */
  DEMO: z.enum(["on", "off"]).optional(),
});

/** The names of what the operator may set. */
export const VARIABLES = Object.keys(variables.shape);

const PROVIDER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

const everything = variables.extend(launcherVariables.shape).superRefine((given, context) => {
  const missing = PROVIDER.filter((name) => given[name] === undefined);
  if (missing.length === PROVIDER.length) return;
  for (const name of missing) {
    context.addIssue({ code: "custom", path: [name], message: `must be set, as ${PROVIDER.join(", ")} go together` });
  }
});

export type Environment = z.infer<typeof everything>;

/** One line per bad variable; `npm start` prints them and stops. */
export class EnvironmentError extends Error {}

/** Validates a set of variables. Empty ones count as not set. Throws an EnvironmentError that names each bad one. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = everything.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
}

/** This process's environment, read once. */
export const environment = (): Environment => singleton("environment", () => readEnvironment(process.env));

/** Whether the operator set a variable, where its default would not do: empty counts as not set. */
export const isGiven = (name: keyof Environment): boolean => Boolean(process.env[name]);

/** Demo mode (decisions §1): an embedded database, or a demo seed asked for. */
export const isDemo = (env: Environment): boolean =>
  env.DEMO === undefined
    ? env.SEED === "demo" || (env.DATABASE_URL === undefined && env.APP_DATABASE_URL === undefined)
    : env.DEMO === "on";

/** A variable that a serving process cannot do without; the launcher sees to it that each is there. */
export function required<Name extends keyof Environment>(name: Name): NonNullable<Environment[Name]> {
  const value = environment()[name];
  if (value === undefined || value === null) throw new EnvironmentError(`${name} must be set`);
  return value;
}
