import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { VARIABLES } from "#lib/kernel/environment";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BASE = join(ROOT, "deploy/kustomize");

const reference = z.strictObject({ name: z.string(), key: z.string() });
const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({ name: z.string(), valueFrom: z.strictObject({ secretKeyRef: reference }) }),
  z.strictObject({ name: z.string(), valueFrom: z.strictObject({ configMapKeyRef: reference }) }),
]);
const probe = z.object({ httpGet: z.strictObject({ path: z.string(), port: z.literal("http") }) });
const container = z.object({
  name: z.string(),
  image: z.literal("clinical-records-console"),
  command: z.array(z.string()).optional(),
  env: z.array(variable),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.object({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
});
const workload = z.object({
  kind: z.enum(["Deployment", "Job"]),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
        terminationGracePeriodSeconds: z.number().optional(),
        containers: z.array(container).length(1),
      }),
    }),
  }),
});

const documentsOf = (file: string): { kind: string; metadata: { name: string }; spec: Record<string, unknown> }[] =>
  parseAllDocuments(readFileSync(join(BASE, file), "utf8")).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

const files = readdirSync(BASE);
const all = files.filter((file) => file !== "kustomization.yaml").flatMap(documentsOf);
const workloads = all.filter(({ kind }) => kind === "Deployment" || kind === "Job").map((each) => workload.parse(each));
const containers = workloads.map(({ metadata, spec }) => {
  const [only] = spec.template.spec.containers;
  if (!only) throw new Error("No container");
  return { ...only, name: metadata.name, pod: spec.template.spec };
});

it("lists every file of the base", () => {
  const [kustomization] = documentsOf("kustomization.yaml") as unknown as [{ resources: string[] }];
  expect([...kustomization.resources, "kustomization.yaml"].sort()).toEqual(files.sort());
});

it("sets variables of the product alone, and takes secrets by their names, without a default", () => {
  for (const { name, env } of containers) {
    expect(
      env.filter((each) => !VARIABLES.includes(each.name)),
      name,
    ).toEqual([]);
    for (const secret of ["DATABASE_URL", "ENCRYPTION_KEY", ...(name === "migrate" ? [] : ["AUTH_SECRET"])]) {
      const valueFrom = { secretKeyRef: { name: "records", key: secret } };
      expect(
        env.find((each) => each.name === secret),
        name,
      ).toEqual({ name: secret, valueFrom });
    }
  }
  expect(all.filter(({ kind }) => kind === "Secret" || kind === "ConfigMap")).toEqual([]);
});

describe("the web and worker processes", () => {
  const serving = containers.filter(({ name }) => name !== "migrate");
  it("have roles, probes and a service by which workers reach the inbox", () => {
    expect(serving.map(({ name }) => name).sort()).toEqual(["web", "worker"]);
    for (const { name, env, startupProbe, readinessProbe, livenessProbe } of serving) {
      expect(env).toContainEqual({ name: "ROLE", value: name });
      expect([startupProbe, readinessProbe, livenessProbe].map((each) => each?.httpGet.path)).toEqual([
        "/api/health",
        "/api/ready",
        "/api/health",
      ]);
    }
    const service = all.find(({ kind }) => kind === "Service");
    expect(serving.find(({ name }) => name === "worker")?.env).toContainEqual({
      name: "INTERNAL_URL",
      value: `http://${service?.metadata.name}:3000`,
    });
  });

  it("get more time to end than they take", () => {
    for (const { env, pod } of serving) {
      const grace = env.find(({ name }) => name === "STOP_GRACE_SECONDS");
      const seconds = grace && "value" in grace ? Number(grace.value) : 0;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 10);
    }
  });

  it("have a disruption budget each, for the labels that their pods have", () => {
    const labels = (name: string) => workloads.find(({ metadata }) => metadata.name === name)?.spec;
    for (const { name } of serving) {
      const budget = all.find(({ kind, metadata }) => kind === "PodDisruptionBudget" && metadata.name === name);
      const { selector, template } = labels(name) ?? {};
      expect(budget?.spec.selector).toEqual(selector);
      expect(template?.metadata.labels).toMatchObject(selector?.matchLabels ?? { none: "" });
    }
  });
});

it("runs a command that is there to migrate", () => {
  const [, command = ""] = containers.find(({ name }) => name === "migrate")?.command ?? [];
  expect(existsSync(join(ROOT, command))).toBe(true);
});
