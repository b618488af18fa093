import { render } from "preact";
import { useState } from "preact/hooks";
import { Frame } from "./frame.tsx";
import { Inbox } from "./inbox/inbox.tsx";
import { Phone } from "./phone/phone.tsx";
import { findKey, forgetKey, keepKey, takeKeyOfAddress } from "./session.ts";
import { SignIn } from "./sign-in.tsx";

/** The address of the server without a final slash. It may have a path before that of the view. */
const baseUrl = new URL(".", location.href).href.slice(0, -1);

const view = location.pathname.endsWith("/phone") ? Phone : Inbox;

/** Asks for a key, or shows the view with the key that the tab has. */
function App() {
  const [key, setKey] = useState(() => findKey(sessionStorage));
  const [reason, setReason] = useState<string>();
  const signIn = (given: string) => {
    keepKey(given, sessionStorage);
    setKey(given);
  };
  const signOut = (why?: string) => {
    forgetKey(sessionStorage);
    setReason(why);
    setKey(undefined);
  };
  if (key === undefined) return <SignIn baseUrl={baseUrl} reason={reason} onSignIn={signIn} />;
  return <Frame key={key} baseUrl={baseUrl} header={key} view={view} onKey={signIn} onSignOut={signOut} />;
}

takeKeyOfAddress(location, history, sessionStorage);
// A key in the address of the same tab replaces the key that it has.
addEventListener("hashchange", () => {
  if (takeKeyOfAddress(location, history, sessionStorage)) location.reload();
});
render(<App />, document.body);
