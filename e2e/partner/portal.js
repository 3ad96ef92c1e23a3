// Script of the portal's page. It uses nothing of the console but embed.js.
const VIEWS = ["operation", "jobs", "appointments", "providers", "documents", "webhooks", "booking"];
const OURS = { scheme: "light", variables: { accent: "#7a3e00", "accent-strong": "#5c2f00", "radius-md": "0px" } };
const places = document.getElementById("places");
const events = document.getElementById("events");
let shown = [];
let view = VIEWS[0];

/** Fetches a token from the portal's back end, which the portal's session authorizes. */
async function fetchToken(asked) {
  const query = new URLSearchParams({ view: asked.view });
  const patient = new URLSearchParams(location.search).get("patient_mrn");
  if (patient) query.set("patient_mrn", patient);
  const job = new URLSearchParams(location.search).get("job_id");
  if (job) query.set("job_id", job);
  const answer = await fetch(`/session?${query}`, { method: "POST" });
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}`);
  return answer.json();
}

function show(name) {
  const place = document.createElement("div");
  place.className = "view";
  places.append(place);
  const mounted = ClinicalRecords.mount(place, {
    fetchToken,
    view: name,
    title: `Clinical records: ${name}`,
    locale: new URLSearchParams(location.search).get("locale") ?? undefined,
    onEvent: (event) => {
      events.textContent += `${event.name} ${JSON.stringify(event.detail)}\n`;
    },
  });
  shown.push({ mounted, place });
}

function closeAll() {
  for (const { mounted, place } of shown) {
    mounted.destroy();
    place.remove();
  }
  shown = [];
}

function choose(name) {
  view = name;
  closeAll();
  show(name);
  for (const button of document.querySelectorAll("#views button")) {
    button.setAttribute("aria-pressed", String(button.textContent === name));
  }
}

for (const name of VIEWS) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", () => choose(name));
  document.getElementById("views").append(button, " ");
}
const dress = (theme) => {
  for (const { mounted } of shown) mounted.update({ theme });
};
document.getElementById("theme").addEventListener("click", () => dress(OURS));
document.getElementById("dark").addEventListener("click", () => dress({ scheme: "dark" }));
document.getElementById("second").addEventListener("click", () => show(view));
document.getElementById("close").addEventListener("click", closeAll);
choose(new URLSearchParams(location.search).get("view") ?? view);
