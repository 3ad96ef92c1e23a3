// Script of the portal's page of links. It uses nothing of the console but embed.js.
const list = document.getElementById("accounts");
const said = document.getElementById("said");

/** Sends a request to the portal's own back end, which the portal's session authorizes. */
async function ask(path, body) {
  const answer = await fetch(path, body ? { method: "POST", body: JSON.stringify(body) } : {});
  const given = await answer.json();
  if (!answer.ok) throw new Error(given.message);
  return given;
}

const tell = (work) =>
  work.catch(({ message }) => {
    said.textContent = message;
  });

async function showAccounts() {
  const { linked_accounts: accounts } = await ask("/accounts");
  list.replaceChildren(
    ...accounts.map(({ id, name, state }) => {
      const line = document.createElement("li");
      const repair = document.createElement("button");
      repair.type = "button";
      repair.textContent = `Repair ${name}`;
      repair.disabled = state === "unlinked";
      repair.addEventListener("click", () => tell(open(`/link-token?account=${id}`, "Repaired")));
      line.append(`${name}: ${state}`, repair);
      return line;
    }),
  );
}

/** Opens the view that links or repairs over the page. */
async function open(path, done) {
  const { link_token: token } = await ask(path, {});
  ClinicalRecords.link({
    token,
    onSuccess: (publicToken) =>
      tell(
        ask("/linked", { publicToken }).then(({ linked_account_id }) => {
          said.textContent = `${done}: ${linked_account_id}`;
          return showAccounts();
        }),
      ),
    onExit: () => {
      said.textContent = "Nothing was changed";
    },
  });
}

document.getElementById("link").addEventListener("click", () => tell(open("/link-token", "Linked")));
tell(showAccounts());
