import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Account, type AccountProps } from "./account.tsx";
import { type ApiFailure, createApi } from "./api.ts";
import { Context, type PageContext } from "./context.ts";
import { startLive } from "./live.ts";
import { Button, FailureNote } from "./parts.tsx";
import { useLater } from "./read.ts";
import { inMode } from "./session.ts";
import type { LiveState } from "./stream.ts";

interface FrameProps extends AccountProps {
  baseUrl: string;
  view: ComponentType;
}

/** The frame of every view: checks the key, follows the events, and shows the head of the page. */
export function Frame({ baseUrl, view: View, ...account }: FrameProps) {
  const { header, onKey, onSignOut } = account;
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
        {!page && <Button label="Try again" onClick={retry} />}
        {failure.code === "license_inactive" && (page?.key.mode ?? "any") === "any" && (
          <Button label="Go on in test mode" onClick={() => onKey(inMode(header, true))} />
        )}
      </p>
    </FailureNote>
  );
  if (!page) return banner ? <main class="sign-in">{banner}</main> : <p class="opening quiet">Opening…</p>;
  return (
    <Context.Provider value={page}>
      <header class="head row">
        <nav class="row" aria-label="Views">
          <img src="page.svg" alt="" width="24" height="24" />
          {page.can("messages:read") && <ViewLink path="inbox">Inbox</ViewLink>}
          {page.can("simulator:use") && isPhoneOn && <ViewLink path="phone">Phone</ViewLink>}
          <a href="docs">Reference</a>
        </nav>
        <p class={`state small quiet state-${state}`} role="status">
          {stateTexts[state]}
        </p>
        <Account {...account} />
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
  const next = useRef("");
  const speakIn = useLater(() => setSpoken(next.current));
  const announce = (text: string) => {
    next.current = text;
    speakIn(2_000);
  };
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
