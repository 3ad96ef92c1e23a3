import { existsSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { hostsProblem, primaryProblem, urlPerHost, withHostParameters } from "./database-url.ts";
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
/** The console and the inbox are at a host's root, so the URL has no path. */
const origin = webAddress
  .refine((url) => {
    const { origin: alone, pathname, search, hash, username, password } = new URL(url);
    return (
      pathname === "/" && `${search}${hash}${username}${password}` === "" && !/[?#]$/.test(url) && alone !== "null"
    );
  }, "must be an origin alone, such as https://records.example: no path, query, fragment or user")
  .transform((url) => new URL(url).origin);
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** The issuer of an OpenID provider, which may have a path. It must be https, because its answers are trusted. */
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
/** Retention in days; 0 means without end. */
const days = count(0, 36_500);
/** Refuses a value for the problem that `problemOf` returns, if any. */
const refuse = (problemOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const message = problemOf(text);
  if (message !== null) context.addIssue({ code: "custom", message, continue: false });
};
/** A URL of several hosts is read as libpq reads it. */
const serversUrl = z
  .string()
  .transform(withHostParameters)
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL", abort: true }))
  .superRefine(refuse(hostsProblem));
const databaseUrl = serversUrl.superRefine(refuse(primaryProblem));
const existingFile = z.string().refine(existsSync, "must name a file that is there");
/** One URL per replica, of a URL that may name several. */
const replicas = serversUrl
  .refine((url) => new URL(url).pathname.length > 1, { error: "must name a database", abort: true })
  .transform(urlPerHost)
  .refine((urls) => urls.length > 0, "must name a host");
/** Spans are sent over HTTP alone; gRPC would be a large library for the same content. */
const otlpProtocol = z.enum(["http/protobuf", "http/json"], { error: "must be http/protobuf or http/json" });
const SAMPLERS = ["always_on", "always_off", "traceidratio"] as const;
const PARENT_SAMPLERS = ["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const;
const share = z.coerce.number({ error: "must be a number from 0 to 1" });
const secret = z.string().min(32, "must have at least 32 characters");
const secrets = list
  .refine((given) => given.every((each) => each.length >= 32), "must be keys of at least 32 characters each")
  .default([]);

/** The operator's variables (decisions §1). The same schema validates `npm start` and every process that it starts. */
const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: replicas.optional(),
  DATABASE_READ_MAX_LAG_SECONDS: count(1, 3_600).default(10),
  TARGET_DATABASE_URL: databaseUrl.optional(),
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
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
  MAIL_FROM: z.email({ error: "must be an email address" }).optional(),
  WEBHOOK_PRIVATE_TARGETS: blocks,
  WEBHOOK_CA_FILE: existingFile.optional(),
  EMR_PRIVATE_TARGETS: blocks,
  OIDC_PRIVATE_TARGETS: blocks,
  EMR_CA_FILE: existingFile.optional(),
  TRUSTED_PROXIES: blocks,
  RATE_LIMIT_PER_MINUTE: count(1, 1_000_000).default(600),
  STREAMS_PER_CALLER: count(1, 100_000).default(50),
  ACCOUNTS_PER_ORGANIZATION: count(1, 100_000).default(1_000),
  IDLE_MINUTES: count(1, 1440).default(15),
  STOP_GRACE_SECONDS: count(0, 60).default(0),
  RETAIN_JOBS_DAYS: days.default(365),
  RETAIN_EVENTS_DAYS: days.default(90),
  RETAIN_RECEIPTS_DAYS: days.default(90),
  RETAIN_EXCHANGES_DAYS: days.default(14),
  RETAIN_IDEMPOTENCY_DAYS: days.default(1),
  RETAIN_DRAFTS_DAYS: days.default(30),
  RETAIN_CHANGES_DAYS: days.default(30),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: "must be trace, debug, info, warn, error or silent",
    })
    .default("info"),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], { error: "must be otlp or none" }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([...SAMPLERS, ...PARENT_SAMPLERS], {
      error: `must be one of ${[...SAMPLERS, ...PARENT_SAMPLERS].join(", ")}`,
    })
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: share
    .min(0, "must be a number from 0 to 1")
    .max(1, "must be a number from 0 to 1")
    .default(1),
  SEED: z.enum(["demo", "none"], { error: "must be demo or none" }).optional(),
});

/** Variables that the launcher adds for its child processes. */
const launcherVariables = z.object({
  /** Child processes never see the owner's DATABASE_URL. */
  APP_DATABASE_URL: z.string().optional(),
  SANDBOX_DATABASE_URL: z.string().optional(),
  /** One URL per replica, as the application's role, separated by commas. */
  APP_DATABASE_READ_URLS: list.default([]),
  /** Demo mode follows from DATABASE_URL, which child processes do not see. */
  DEMO: z.enum(["on", "off"]).optional(),
});

/** The names of the operator's variables. */
export const VARIABLES = Object.keys(variables.shape);

/** Variables of which all or none are set. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
] as const;

const everything = variables.extend(launcherVariables.shape).superRefine((given, context) => {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === names.length) continue;
    for (const name of missing) {
      context.addIssue({ code: "custom", path: [name], message: `must be set, as ${names.join(", ")} go together` });
    }
  }
});

export type Environment = z.infer<typeof everything>;

/** Lists invalid variables, one per line; `npm start` prints it and stops. */
export class EnvironmentError extends Error {}

/** Validates variables; empty ones count as unset. Throws an EnvironmentError that names each invalid one. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = everything.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
}

/** Returns this process's environment, validated once. */
export const environment = (): Environment => singleton("environment", () => readEnvironment(process.env));

/** Returns whether the operator set a variable; empty counts as unset. */
export const isGiven = (name: keyof Environment): boolean => Boolean(process.env[name]);

/** Returns whether this is demo mode (decisions §1): an embedded database, or SEED=demo. */
export const isDemo = (env: Environment): boolean =>
  env.DEMO === undefined
    ? env.SEED === "demo" || (env.DATABASE_URL === undefined && env.APP_DATABASE_URL === undefined)
    : env.DEMO === "on";

/** Returns a variable that a serving process requires; the launcher always sets it. */
export function required<Name extends keyof Environment>(name: Name): NonNullable<Environment[Name]> {
  const value = environment()[name];
  if (value === undefined || value === null) throw new EnvironmentError(`${name} must be set`);
  return value;
}
