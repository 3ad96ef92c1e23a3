import type { DemoFile, DemoOrganization } from "./demo-file.ts";

const RECEIVER_PORT = 9400;

/** Values of a payment, read from the running API as any client would. */
interface Sample {
  patientMrn: string;
  location: string;
  paymentMethod: string;
}

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
 * Returns a patient, a location and a payment method of the first account; null if one is missing or the API does not
 * respond.
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
  const [{ patients }, { locations }, { settings }] = await Promise.all([
    get<{ patients: { mrn: string }[] }>("/patients?limit=1"),
    get<{ locations: { emr_id: string }[] }>("/locations?limit=1"),
    get<{ settings: { payment_methods: { name: string }[] } }>("/settings"),
  ]);
  const [patient, location, method] = [patients[0], locations[0], settings.payment_methods[0]];
  if (!patient || !location || !method) return null;
  return { patientMrn: patient.mrn, location: location.emr_id, paymentMethod: method.name };
}

function curl(demo: DemoFile, organization: DemoOrganization, sample: Sample): string[] {
  const body = {
    patient_mrn: sample.patientMrn,
    payment_method: sample.paymentMethod,
    reference_number: "1001",
    location: sample.location,
    amount: 25.5,
    callback_urls: [`http://127.0.0.1:${RECEIVER_PORT}/events`],
  };
  return [
    `curl -X POST ${demo.base_url}/payments \\`,
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
