import { useState } from "preact/hooks";
import type { Key } from "../generated/api.ts";
import { Name, Time } from "./parts.tsx";
import { pageScopes } from "./session.ts";
import { areShortcutsOn, switchShortcuts } from "./shortcuts.tsx";

interface AccountProps {
  apiKey: Key;
  testMode: boolean;
  onTestMode(testMode: boolean): void;
  onSignOut(): void;
}

/** The team, the mode and the rights of the key. */
export function Account({ apiKey: key, testMode, onTestMode, onSignOut }: AccountProps) {
  const [shortcuts, setShortcuts] = useState(areShortcutsOn);
  const canMore = key.scopes.some((scope) => !pageScopes.includes(scope));
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
        {key.mode === "any" && <Switch label="Test mode" isOn={testMode} onChange={onTestMode} />}
        <Switch label="Keyboard shortcuts" isOn={shortcuts} onChange={change} />
        <button type="button" onClick={onSignOut}>
          Log out
        </button>
      </div>
    </details>
  );
}

function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(on: boolean): void }) {
  return (
    <label class="row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
