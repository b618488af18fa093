import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Key } from "../generated/api.ts";
import { type Api, type ApiFailure, createApi } from "./api.ts";
import { Context, type PageContext } from "./context.ts";
import { startLive } from "./live.ts";
import { FailureNote, Name } from "./parts.tsx";
import { pageScopes } from "./session.ts";
import { areShortcutsOn, switchShortcuts } from "./shortcuts.ts";
import type { LiveState } from "./stream.ts";
import { showTime } from "./time.ts";

interface FrameProps {
  baseUrl: string;
  /** The value of `X-API-Key`. */
  header: string;
  testMode: boolean;
  view: ComponentType;
  onTestMode(testMode: boolean): void;
  /** Forgets the key, and tells why the page asks for another. */
  onSignOut(reason?: string): void;
}

/** The frame of every view: checks the key, follows the events, and shows the head of the page. */
export function Frame({ baseUrl, header, testMode, view: View, onTestMode, onSignOut }: FrameProps) {
  const [page, setPage] = useState<PageContext>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [attempt, setAttempt] = useState(0);
  const { spoken, announce } = useAnnouncer();

  useEffect(() => {
    let opened: PageContext | undefined;
    let isShown = true;
    const api = createApi({ baseUrl, key: header, onInvalidKey: () => onSignOut("This key is not valid any more.") });
    api.GET("/api/key").then(
      ({ data }) => {
        if (!isShown) return;
        opened = openPage(api, baseUrl, data!, announce);
        setPage(opened);
      },
      (error) => isShown && setFailure(error),
    );
    return () => {
      isShown = false;
      opened?.live.stop();
    };
  }, [header, attempt]);

  if (!page) {
    if (!failure) return <p class="opening quiet">Opening…</p>;
    const retry = () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <main class="sign-in stack">
        <FailureNote failure={failure}>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </FailureNote>
      </main>
    );
  }
  return (
    <Context.Provider value={page}>
      <header class="head">
        <nav aria-label="Views">
          <img src="page.svg" alt="" width="24" height="24" />
          {page.can("messages:read") && <ViewLink path="inbox">Inbox</ViewLink>}
          {page.can("simulator:use") && <ViewLink path="phone">Phone</ViewLink>}
          <a href="docs">Reference</a>
        </nav>
        <StateLine page={page} />
        <Account page={page} testMode={testMode} onTestMode={onTestMode} onSignOut={() => onSignOut()} />
      </header>
      <View />
      <p class="unseen" aria-live="polite">
        {spoken}
      </p>
    </Context.Provider>
  );
}

function openPage(api: Api, baseUrl: string, key: Key, announce: (text: string) => void): PageContext {
  const can = (scope: string) => (key.scopes as string[]).includes(scope);
  return { api, baseUrl, key, can, announce, live: startLive(api, { baseUrl, canStream: can("events:read") }) };
}

/** Speaks at most once in two seconds, and then the newest text. */
function useAnnouncer() {
  const [spoken, setSpoken] = useState("");
  const state = useRef<{ timer?: number; next?: string }>({});
  function announce(text: string): void {
    const { current } = state;
    current.next = text;
    if (current.timer !== undefined) return;
    const speak = () => {
      delete current.timer;
      if (current.next === undefined) return;
      setSpoken(current.next);
      delete current.next;
      current.timer = window.setTimeout(speak, 2_000);
    };
    speak();
  }
  return { spoken, announce };
}

function ViewLink({ path, children }: { path: string; children: string }) {
  const isCurrent = location.pathname.endsWith(`/${path}`);
  return (
    <a href={path} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
}

const stateTexts: Record<LiveState, string> = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Connection lost. Connecting again…",
  paused: "Paused",
  polling: "Updated every few seconds",
};

function StateLine({ page: { live } }: { page: PageContext }) {
  const [state, setState] = useState(live.state);
  useEffect(() => {
    setState(live.state);
    return live.onState(setState);
  }, [live]);
  return (
    <p class={`state small quiet state-${state}`} role="status">
      {stateTexts[state]}
    </p>
  );
}

interface AccountProps {
  page: PageContext;
  testMode: boolean;
  onTestMode(testMode: boolean): void;
  onSignOut(): void;
}

/** The team, the mode and the rights of the key. */
function Account({ page: { key }, testMode, onTestMode, onSignOut }: AccountProps) {
  const [shortcuts, setShortcuts] = useState(areShortcutsOn);
  const extra = key.scopes.filter((scope) => !pageScopes.includes(scope));
  const expiry = key.expiresAt ? showTime(key.expiresAt) : undefined;
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
          <dd>{expiry ? <time title={expiry.full}>{`${expiry.day}, ${expiry.short}`}</time> : "never"}</dd>
          <dt>Scopes</dt>
          <dd>{key.scopes.join(", ")}</dd>
        </dl>
        {extra.length > 0 && (
          <p class="hint small">
            This key can do more than the page needs. Make a smaller one:{" "}
            <code>cli/messaging keys create --team NAME --for page</code>
          </p>
        )}
        {key.mode === "any" && (
          <label class="row">
            <input type="checkbox" checked={testMode} onChange={(event) => onTestMode(event.currentTarget.checked)} />
            Test mode
          </label>
        )}
        <label class="row">
          <input
            type="checkbox"
            checked={shortcuts}
            onChange={({ currentTarget: { checked } }) => {
              switchShortcuts(checked);
              setShortcuts(checked);
            }}
          />
          Keyboard shortcuts
        </label>
        <button type="button" onClick={onSignOut}>
          Log out
        </button>
      </div>
    </details>
  );
}
