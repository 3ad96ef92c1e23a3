import type { EmbedView } from "#lib/kernel/embed-view";

/** A partner's settings of a view's look. */
export interface PartnerLook {
  view: EmbedView;
  /** A colour, or "" for the console's default. */
  accent: string;
  /** Pixels, or "" for the console's default. */
  radius: string;
  /** A list of fonts, or "" for the console's default. */
  font: string;
}

export const DEFAULT_LOOK: PartnerLook = { view: "jobs", accent: "", radius: "", font: "" };

/** Returns the theme variables of a look by name. */
export function themeOf({ accent, radius, font }: PartnerLook): Record<string, string> {
  return {
    ...(accent && { accent }),
    ...(radius && { "radius-sm": `${radius}px`, "radius-md": `${radius}px`, "radius-lg": `${radius}px` }),
    ...(font && { "font-text": font }),
  };
}

/** Returns the HTML for a partner's page: the script, a container, and the lines that show a view in it. */
export function pageSnippet(consoleUrl: string, look: PartnerLook): string {
  const variables = themeOf(look);
  const theme = Object.keys(variables).length > 0 ? `\n    theme: ${JSON.stringify({ variables })},` : "";
  return `<script src="${consoleUrl}/embed.js"></script>
<div id="records"></div>
<script>
  ClinicalRecords.mount(document.getElementById("records"), {
    view: "${look.view}",${theme}
    // Your own back end, by your own session; see below.
    fetchToken: async ({ view }) => {
      const answer = await fetch(\`/records-session?view=\${view}\`, { method: "POST" });
      if (!answer.ok) throw new Error(\`No session: \${answer.status}\`);
      return answer.json();
    },
    onEvent: ({ name, detail }) => console.log(name, detail),
  });
</script>`;
}

/** Returns the request that a partner's back end sends for each view. `operation`: the id that the view `operation` shows. */
export function sessionSnippet(consoleUrl: string, origin: string, view: EmbedView, operation: string): string {
  const parameters: Partial<Record<EmbedView, string>> = {
    job: ',"parameters":{"job_id":1}',
    operation: `,"parameters":{"operation":"${operation}"}`,
    webhooks: ',"parameters":{"owner":"customer-7"}',
    booking: ',"parameters":{"patient_mrn":"MRN-1001"}',
  };
  const body = `{"view":"${view}"${parameters[view] ?? ""},"origin":"${origin}","actor":{"id":"7","name":"Robin"}}`;
  return `curl -sS ${consoleUrl}/v1/embed/sessions \\
  -H 'Content-Type: application/json' \\
  -H 'client_id: …' -H 'client_secret: …' -H 'access_token: …' \\
  -d '${body}'`;
}
