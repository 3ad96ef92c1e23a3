import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EnvironmentError, isDemo, readEnvironment, VARIABLES } from "./environment.ts";

describe("readEnvironment", () => {
  test("requires nothing and fills in the defaults", () => {
    expect(readEnvironment({})).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 3000,
      ROLE: "all",
      RATE_LIMIT_PER_MINUTE: 600,
      STREAMS_PER_CALLER: 50,
      ACCOUNTS_PER_ORGANIZATION: 1_000,
      IDLE_MINUTES: 15,
      LOG_LEVEL: "info",
      WEBHOOK_PRIVATE_TARGETS: [],
      EMR_PRIVATE_TARGETS: [],
      OIDC_PRIVATE_TARGETS: [],
      TRUSTED_PROXIES: [],
    });
  });

  test("treats an empty variable as unset", () => {
    expect(readEnvironment({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000 });
  });

  test("parses lists and removes the trailing slash of an address", () => {
    const env = readEnvironment({
      WEBHOOK_PRIVATE_TARGETS: "10.0.0.0/8, 192.168.1.0/24",
      PUBLIC_URL: "https://crc.example/",
    });
    expect(env.WEBHOOK_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "192.168.1.0/24"]);
    expect(env.PUBLIC_URL).toBe("https://crc.example");
  });

  test("keeps the path of an OpenID provider's address", () => {
    const url = "https://id.example/realms/clinic/";
    const provider = { OIDC_CLIENT_ID: "console", OIDC_CLIENT_SECRET: "secret" };
    expect(readEnvironment({ ...provider, OIDC_ISSUER: url }).OIDC_ISSUER).toBe(url);
    expect(readEnvironment({ ...provider, OIDC_ISSUER: "http://[::1]:9000" }).OIDC_ISSUER).toBe("http://[::1]:9000");
  });

  test("names the missing variables of an OpenID provider", () => {
    const given = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "secret" };
    expect(() => readEnvironment(given)).toThrow(/^OIDC_CLIENT_ID must be set, as .*go together$/);
  });

  test("accepts a database on a socket", () => {
    const url = "postgres://crc_owner:secret@%2Ftmp%2Fsockets:5432/clinical_records";
    expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["ROLE", "both"],
    ["DATABASE_URL", "mysql://localhost/crc"],
    ["DATABASE_READ_URL", "mysql://replica/crc"],
    ["DATABASE_READ_MAX_LAG_SECONDS", "0"],
    ["PUBLIC_URL", "crc.example"],
    ["PUBLIC_URL", "http://x/y?z"],
    ["PUBLIC_URL", "https://crc.example/console"],
    ["PUBLIC_URL", "https://crc.example?"],
    ["PUBLIC_URL", "https://crc.example/#top"],
    ["PUBLIC_URL", "https://admin:secret@crc.example"],
    ["INTERNAL_URL", "http://127.0.0.1:3000/api"],
    ["OIDC_ISSUER", "https://id.example/?tenant=1"],
    ["OIDC_ISSUER", "http://id.example"],
    ["OIDC_ISSUER", "http://127.0.0.1.id.example"],
    ["ENCRYPTION_KEY", "too short"],
    ["ENCRYPTION_KEYS_PREVIOUS", `${"k".repeat(32)},too short`],
    ["RATE_LIMIT_PER_MINUTE", "0"],
    ["IDLE_MINUTES", "1.5"],
    ["RETAIN_JOBS_DAYS", "-1"],
    ["RETAIN_EVENTS_DAYS", "a year"],
    ["LOG_LEVEL", "loud"],
    ["SEED", "yes"],
    ["WEBHOOK_PRIVATE_TARGETS", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "the proxy"],
    ["WEBHOOK_CA_FILE", "/nowhere/ca.pem"],
    ["EMR_PRIVATE_TARGETS", "10.0.0.1"],
    ["OIDC_PRIVATE_TARGETS", "10.0.0.1"],
    ["EMR_CA_FILE", "/nowhere/ca.pem"],
  ])("refuses %s=%s in one line that names it", (name, value) => {
    const attempt = () => readEnvironment({ [name]: value });
    expect(attempt).toThrow(EnvironmentError);
    expect(attempt).toThrow(new RegExp(`^${name} must [^\n]+$`));
  });

  test("prints one line per invalid variable", () => {
    expect(() => readEnvironment({ PORT: "x", SEED: "y" })).toThrow(/^PORT must .+\nSEED must .+$/);
  });
});

describe("isDemo", () => {
  const external = { DATABASE_URL: "postgres://db.example/crc" };

  test.each([
    ["no database given", {}, true],
    ["no database given, and no seed requested", { SEED: "none" }, true],
    ["a database given", external, false],
    ["a database given, and the demo's seed requested", { ...external, SEED: "demo" }, true],
    ["a serving process of a demo", { APP_DATABASE_URL: "postgres://x/y", DEMO: "on" }, true],
    ["a serving process of no demo", { APP_DATABASE_URL: "postgres://x/y", DEMO: "off" }, false],
  ])("%s", (_case, given, expected) => {
    expect(isDemo(readEnvironment(given))).toBe(expected);
  });
});

describe("the documentation for operators", () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

  test("docs/configuration.md lists exactly the variables", () => {
    const names = read("docs/configuration.md")
      .split("\n")
      .flatMap((line) => /^\| (`[A-Z_`, ]+`) \|/.exec(line)?.[1]?.match(/[A-Z_]+/g) ?? []);
    expect(names.sort()).toEqual([...VARIABLES].sort());
  });

  test("the example lists every variable with valid values", () => {
    const lines = [...read(".env.example").matchAll(/^# ([A-Z_]+)=(.*)$/gm)];
    expect(lines.map(([, name]) => name).sort()).toEqual([...VARIABLES].sort());
    const given = Object.fromEntries(lines.map(([, name = "", value]) => [name, value]));
    expect(() => readEnvironment({ ...given, WEBHOOK_CA_FILE: "", EMR_CA_FILE: "" })).not.toThrow();
  });
});
