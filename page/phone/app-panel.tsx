import { useState } from "preact/hooks";
import { type ApiFailure, newIdempotencyKey, writeOnce } from "../api.ts";
import { usePage } from "../context.ts";
import { CopyButton, FailureNote } from "../parts.tsx";

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
      {can("messages:send") && <SendText key={phone} phone={phone} onSent={onSent} />}
      <Connect phone={phone} />
    </section>
  );
}

function SendText({ phone, onSent }: AppPanelProps) {
  const { api } = usePage();
  const [to, setTo] = useState(phone);
  const [text, setText] = useState("Hello from Messaging");
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setSending] = useState(false);
  // A text whose outcome is unknown is sent again with its key, so that it is sent once.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    setFailure(undefined);
    setSending(true);
    try {
      await writeOnce(
        (key) =>
          api.POST("/api/text", {
            params: { header: { "Idempotency-Key": key } },
            body: { phone_number: to.replaceAll(/[\s()-]/g, ""), message: text },
          }),
        idempotencyKey,
      );
      setIdempotencyKey(newIdempotencyKey());
      onSent(to.replaceAll(/[\s()-]/g, ""));
    } catch (error) {
      const refusal = error as ApiFailure;
      setFailure(refusal);
      if (!refusal.isOutcomeUnknown) setIdempotencyKey(newIdempotencyKey());
    }
    setSending(false);
  }

  const change = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setIdempotencyKey(newIdempotencyKey());
  };
  return (
    <form class="card" onSubmit={send}>
      <h2>Send a text</h2>
      <label for="to">To</label>
      <input id="to" type="tel" autocomplete="off" value={to} onInput={change(setTo)} />
      <label for="text">Text</label>
      <textarea id="text" rows={3} value={text} onInput={change(setText)} />
      {failure && <FailureNote failure={failure} />}
      <button type="submit" class="primary" disabled={isSending}>
        {failure?.isOutcomeUnknown ? "Send again" : "Send text"}
      </button>
    </form>
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
