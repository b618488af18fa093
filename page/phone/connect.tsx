import { useState } from "preact/hooks";
import { clientLines } from "../../generated/client-lines.ts";
import { usePage } from "../context.ts";
import { CopyButton } from "../parts.tsx";
import { fitLines } from "./fit-lines.ts";

/** What to write in an app that sends by this server, whose texts the handset then shows. */
export function Connect({ phone }: { phone: string }) {
  const { baseUrl, key } = usePage();
  const [chosen, setChosen] = useState(clientLines[0]!.name);
  const lines = fitLines(clientLines.find(({ name }) => name === chosen)!.lines, {
    baseUrl,
    teamId: key.teamId,
    phone,
  });
  return (
    <section class="card" aria-label="Connect your app">
      <h2>Connect your app</h2>
      <label>
        Client
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {clientLines.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that scroll must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{lines}</code>
      </pre>
      <p class="row">
        <CopyButton key={chosen} text={lines} label="Copy" />
      </p>
      <p class="quiet small">
        Keys and tokens come from the environment. On the server's machine, <code>cli/messaging keys create</code> makes
        a key, and <code>cli/messaging teams twilio-credentials NAME</code> a token. More languages:{" "}
        <a href="docs">reference</a>
      </p>
    </section>
  );
}
