import { useRef, useState } from "preact/hooks";
import { type ApiFailure, createApi } from "./api.ts";
import { FailureNote } from "./parts.tsx";

interface SignInProps {
  baseUrl: string;
  /** Why the page asks for a key again. */
  reason: string | undefined;
  onSignIn(key: string): void;
}

const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Asks for an API key and checks it. */
export function SignIn({ baseUrl, reason, onSignIn }: SignInProps) {
  const field = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<ApiFailure>();
  const [isChecking, setChecking] = useState(false);

  async function signIn(event: Event): Promise<void> {
    event.preventDefault();
    const key = field.current!.value.trim();
    if (key === "") return field.current!.focus();
    setChecking(true);
    setFailure(undefined);
    try {
      await createApi({ baseUrl, key }).GET("/api/key");
      onSignIn(key);
    } catch (error) {
      setFailure(error as ApiFailure);
      setChecking(false);
    }
  }

  return (
    <main class="sign-in stack">
      <img src="page.svg" alt="" width="48" height="48" />
      <h1>Messaging</h1>
      {reason && <p role="alert">{reason}</p>}
      <form onSubmit={signIn}>
        <label for="key">API key</label>
        {/* Uncontrolled, so that the key is in no attribute. */}
        <input id="key" ref={field} type="password" autocomplete="off" spellcheck={false} autofocus />
        <button type="submit" class="primary" disabled={isChecking}>
          {isChecking ? "Checking…" : "Sign in"}
        </button>
      </form>
      {failure && <FailureNote failure={failure} />}
      {location.protocol === "http:" && !isLoopback && (
        <p class="warning">This page is not encrypted: others on the way can read the key. Use https.</p>
      )}
      <p class="quiet">
        The key stays in this tab and is forgotten when the tab is closed. Make one on the server's machine with{" "}
        <code>cli/messaging keys create --team NAME --for page</code>.
      </p>
    </main>
  );
}
