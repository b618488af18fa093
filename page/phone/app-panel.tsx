import { usePage } from "../context.ts";
import { NewText } from "../new-text.tsx";
import { CopyButton } from "../parts.tsx";

interface AppPanelProps {
  phone: string;
  /** Is called with the recipient of a text that was sent. */
  onSent(phone: string): void;
}

/** The other side of the conversation: sends a text as the app does, and shows how an app sends one. */
export function AppPanel({ phone, onSent }: AppPanelProps) {
  const { can } = usePage();
  return (
    <section class="app stack" aria-label="Your app">
      {can("messages:send") && (
        <NewText key={phone} title="Send a text" phone={phone} text="Hello from Messaging" onSent={onSent} />
      )}
      <Connect phone={phone} />
    </section>
  );
}

/** Lines that send a text from a shell or a program. The key is never shown, so they read it from the environment. */
function Connect({ phone }: { phone: string }) {
  const { baseUrl } = usePage();
  const body = JSON.stringify({ phone_number: phone, message: "Your code is 493817" });
  const ways = [
    {
      name: "curl",
      lines: `curl ${baseUrl}/api/text \\\n  -H "X-API-Key: $MESSAGING_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
    },
    {
      name: "TypeScript",
      lines: `import createClient from "openapi-fetch";\nimport type { paths } from "./messaging.d.ts";\n\nconst api = createClient<paths>({\n  baseUrl: "${baseUrl}",\n  headers: { "X-API-Key": process.env.MESSAGING_API_KEY },\n});\nawait api.POST("/api/text", {\n  body: { phone_number: "${phone}", message: "Hello" },\n});`,
    },
    { name: "Command line", lines: `messaging send ${phone} "Hello"` },
  ];
  return (
    <div class="card">
      <h2>Connect your app</h2>
      {ways.map(({ name, lines }) => (
        <details key={name} open={name === "curl"}>
          <summary>{name}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that scroll must be reachable by keyboard. */}
          <pre tabIndex={0}>
            <code>{lines}</code>
          </pre>
          <CopyButton text={lines} label={`Copy ${name}`} />
        </details>
      ))}
      <p class="quiet">
        All languages: <a href="docs">reference</a>
      </p>
    </div>
  );
}
