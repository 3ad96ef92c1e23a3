import { createClient, RecordsError, signWebhook, verifyWebhook } from "@clinical-records/client";

// A partner's page that calls the interface itself, with the token of an embed session, through its own origin.

const answer = await fetch("/session?view=operation", { method: "POST" });
const { token } = await answer.json();
const told = document.getElementById("places");
const tell = (text) => {
  told.textContent += `${text}\n`;
};

const credentials = { embed_token: token };
const client = createClient({ baseUrl: `${location.origin}/v1`, credentials });

/** The console answers to pages of its own origin alone. */
const across = createClient({ baseUrl: `${document.documentElement.dataset.console}/v1`, credentials });
const refused = await across.settings.get({}, { retries: 0 }).catch((error) => error);
tell(`across origins: ${refused instanceof RecordsError ? `status ${refused.status}` : "answered"}`);

const events = client.events({ signal: AbortSignal.timeout(50_000) });
const first = events.next();
const { settings } = await client.settings.get();
const { locations } = await client.locations.list();
const { value: patient } = await client.patients.each({ limit: 1 }).next();
const { payment_id } = await client.payments.create({
  patient_mrn: patient.mrn,
  payment_method: settings.payment_methods[0].name,
  reference_number: "BROWSER-1",
  location: locations[0].emr_id,
  amount: 12.5,
});
let message = (await first).value;
while (message && message.event?.data.payment_id !== payment_id) message = (await events.next()).value;
await events.return();
tell(`heard: ${message?.event.type} ${message?.event.data.reference_number}`);

const secret = `whsec_${btoa("a secret of this page alone")}`;
const body = JSON.stringify(message?.event);
const headers = await signWebhook({ id: message?.event.id, body }, secret);
const verified = await verifyWebhook(new Request(location.href, { method: "POST", headers, body }), secret);
tell(`verified: ${verified.type}`);
const forged = new Request(location.href, { method: "POST", headers, body: body.replace("12.5", "1250") });
tell(`forged: ${await verifyWebhook(forged, secret).catch((error) => error.message)}`);
