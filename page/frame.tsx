import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Account } from "./account.tsx";
import { type ApiFailure, createApi } from "./api.ts";
import { Context, type PageContext } from "./context.ts";
import { startLive } from "./live.ts";
import { FailureNote } from "./parts.tsx";
import type { LiveState } from "./stream.ts";

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
  const [state, setState] = useState<LiveState>("connecting");
  const [failure, setFailure] = useState<ApiFailure>();
  const [attempt, setAttempt] = useState(0);
  const { spoken, announce } = useAnnouncer();

  useEffect(() => {
    let opened: PageContext | undefined;
    let isShown = true;
    function onFailure(refusal: ApiFailure): void {
      if (refusal.status === 401) onSignOut("This key is not valid any more.");
      if (refusal.code === "license_inactive") setFailure(refusal);
    }
    const api = createApi({ baseUrl, key: header, onFailure });
    async function openPage(): Promise<void> {
      const key = (await api.GET("/api/key")).data!;
      if (!isShown) return;
      const can = (scope: string) => (key.scopes as string[]).includes(scope);
      const live = startLive(api, { baseUrl, canStream: can("events:read"), onState: setState });
      opened = { api, baseUrl, key, can, announce, live };
      setPage(opened);
    }
    openPage().catch((error) => isShown && setFailure(error));
    return () => {
      isShown = false;
      opened?.live.stop();
    };
  }, [header, attempt]);

  const retry = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  const banner = failure && (
    <FailureNote failure={failure}>
      <p class="row">
        {!page && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
        {failure.code === "license_inactive" && (page?.key.mode ?? "any") === "any" && (
          <button type="button" onClick={() => onTestMode(true)}>
            Go on in test mode
          </button>
        )}
      </p>
    </FailureNote>
  );
  if (!page) return banner ? <main class="sign-in">{banner}</main> : <p class="opening quiet">Opening…</p>;
  return (
    <Context.Provider value={page}>
      <header class="head">
        <nav aria-label="Views">
          <img src="page.svg" alt="" width="24" height="24" />
          {page.can("messages:read") && <ViewLink path="inbox">Inbox</ViewLink>}
          {page.can("simulator:use") && isPhoneOn && <ViewLink path="phone">Phone</ViewLink>}
          <a href="docs">Reference</a>
        </nav>
        <p class={`state small quiet state-${state}`} role="status">
          {stateTexts[state]}
        </p>
        <Account apiKey={page.key} testMode={testMode} onTestMode={onTestMode} onSignOut={() => onSignOut()} />
      </header>
      {banner}
      <View />
      <p class="unseen" aria-live="polite">
        {spoken}
      </p>
    </Context.Provider>
  );
}

/** Whether the server has handsets. The document says so. */
const isPhoneOn = document.documentElement.dataset.phone === "on";

const stateTexts: Record<LiveState, string> = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Connection lost. Connecting again…",
  paused: "Paused",
  polling: "Updated every few seconds",
};

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
