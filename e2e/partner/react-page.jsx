import { ClinicalRecords } from "@clinical-records/client/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";

// A partner's page in React. It uses nothing of the console but the client that the console serves.

const VIEWS = ["operation", "jobs", "job", "appointments", "providers", "documents", "webhooks"];

/** Fetches a token from the portal's back end, which the portal's session authorizes. */
async function fetchToken(view, times) {
  const query = new URLSearchParams(location.search);
  query.set("view", view);
  query.set("times", times);
  const answer = await fetch(`/session?${query}`, { method: "POST" });
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}`);
  return answer.json();
}

function Portal() {
  const [view, setView] = useState(VIEWS[0]);
  const [times, setTimes] = useState(0);
  const [scheme, setScheme] = useState("light");
  const [heard, setHeard] = useState([]);
  return (
    <main>
      {VIEWS.map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => setView(name)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => setTimes(times + 1)}>
        Other callbacks
      </button>
      <button type="button" onClick={() => setScheme("dark")}>
        Dark
      </button>
      <ClinicalRecords
        origin={document.documentElement.dataset.console}
        view={view}
        title={`Clinical records: ${view}`}
        theme={{ scheme }}
        fetchToken={(asked) => fetchToken(asked.view, times)}
        onEvent={({ name }) => setHeard([...heard, `${times} ${name} ${view}`])}
      />
      <output aria-label="Events">{heard.join("\n")}</output>
    </main>
  );
}

createRoot(document.getElementById("places")).render(<Portal />);
