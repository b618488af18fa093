import { useState } from "preact/hooks";
import { usePage } from "./context.ts";
import { Button, Name, Switch, Time } from "./parts.tsx";
import { decisionScopes, inMode, isInTestMode, pageScopes } from "./session.ts";
import { areShortcutsOn, switchShortcuts } from "./shortcuts.tsx";

export interface AccountProps {
  /** The key, as the value of `X-API-Key`. */
  header: string;
  /** Goes on with another key, or with this one in the other mode. */
  onKey(header: string): void;
  /** Forgets the key, and tells why the page asks for another. */
  onSignOut(reason?: string): void;
}

/** The team, the mode and the rights of the key. */
export function Account({ header, onKey, onSignOut }: AccountProps) {
  const { key } = usePage();
  const [shortcuts, setShortcuts] = useState(areShortcutsOn);
  const canMore = key.scopes.some((scope) => ![...pageScopes, ...decisionScopes].includes(scope));
  const change = (on: boolean) => {
    switchShortcuts(on);
    setShortcuts(on);
  };
  return (
    <details class="account">
      <summary>
        <Name value={key.team} />
        {key.testMode && <span class="mode">test mode</span>}
      </summary>
      <div class="panel">
        <dl>
          <dt>Key</dt>
          <dd>{key.name ? <Name value={key.name} /> : "without a name"}</dd>
          <dt>Mode</dt>
          <dd>{key.mode === "any" ? "live and test" : key.mode}</dd>
          <dt>Expires</dt>
          <dd>{key.expiresAt ? <Time value={key.expiresAt} withDay /> : "never"}</dd>
          <dt>Scopes</dt>
          <dd>{key.scopes.join(", ")}</dd>
        </dl>
        {canMore && (
          <p class="hint">
            This key can do more than the page needs. Make a smaller one:{" "}
            <code>cli/messaging keys create --team NAME --for page</code>
          </p>
        )}
        {key.mode === "any" && (
          <Switch label="Test mode" isOn={isInTestMode(header)} onChange={(on) => onKey(inMode(header, on))} />
        )}
        <Switch label="Keyboard shortcuts" isOn={shortcuts} onChange={change} />
        <Button label="Log out" onClick={() => onSignOut()} />
      </div>
    </details>
  );
}
