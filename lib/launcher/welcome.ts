import type { DemoFile, DemoOrganization } from "./demo-file.ts";

const RECEIVER_PORT = 9400;

/** Body of a request. */
type Sample = Record<string, unknown>;

/** The API document, as far as the example of an operation stands in it. */
interface ApiDocument {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { example?: Sample }> } } } | undefined>;
}

/** The operation of the example: every EMR of a demo does it. */
const PATH = "/payments";

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function credentialHeaders(organization: DemoOrganization): Record<string, string> {
  return {
    client_id: organization.client_id,
    client_secret: organization.client_secret,
    access_token: organization.accounts[0]?.access_token ?? "",
  };
}

/**
 * Returns the API document's example of a payment, for a patient of the first account; null if one is missing or the API
 * does not respond.
 */
async function samplePayment(demo: DemoFile, organization: DemoOrganization): Promise<Sample | null> {
  try {
    return await askForSample(demo, organization);
  } catch {
    // The welcome then has no example; other checks report whether the server works.
    return null;
  }
}

async function askForSample(demo: DemoFile, organization: DemoOrganization): Promise<Sample | null> {
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${demo.base_url}${path}`, { headers: credentialHeaders(organization) });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return (await response.json()) as Body;
  };
  const [{ patients }, document] = await Promise.all([
    get<{ patients: { mrn: string }[] }>("/patients?limit=1"),
    get<ApiDocument>("/openapi.json"),
  ]);
  const example = document.paths[PATH]?.post?.requestBody?.content["application/json"]?.example;
  const [patient] = patients;
  return patient && example ? { ...example, patient_mrn: patient.mrn } : null;
}

function curl(demo: DemoFile, organization: DemoOrganization, sample: Sample): string[] {
  const body = { ...sample, callback_urls: [`http://127.0.0.1:${RECEIVER_PORT}/events`] };
  return [
    `curl -X POST ${demo.base_url}${PATH} \\`,
    ...Object.entries(credentialHeaders(organization)).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    `  -H ${quoted("Content-Type: application/json")} \\`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ];
}

/** Returns the message of a demo's first start: the URL, the credentials, and a payment to paste. */
export async function demoWelcome(demo: DemoFile, files: { credentials: string; log: string }): Promise<string> {
  const lines = ["", `Clinical Records Console is ready: ${demo.console_url}`, ""];
  const [organization] = demo.organizations;
  const user = organization?.users[0];
  if (user) lines.push(`  Sign in      ${user.email}  ${user.password}`);
  lines.push(`  Credentials  ${files.credentials}`, `  Log          ${files.log}`);
  const sample = organization ? await samplePayment(demo, organization) : null;
  if (organization && sample) {
    lines.push("", "Post a payment through the interface:", "", ...curl(demo, organization, sample));
    lines.push(
      "",
      "Its signed event is sent to the address in the request. To see it arrive, first start this in another terminal:",
      "",
    );
    lines.push(
      `node -e ${quoted(`require("http").createServer((q, r) => { console.log(q.headers); q.pipe(process.stdout); r.end() }).listen(${RECEIVER_PORT})`)}`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}
