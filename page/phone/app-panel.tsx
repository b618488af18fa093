import { usePage } from "../context.ts";
import { NewText } from "../new-text.tsx";
import { Connect } from "./connect.tsx";

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
