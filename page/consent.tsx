import type { PhoneConsent } from "../generated/api.ts";
import { usePage } from "./context.ts";
import { Name, Time } from "./parts.tsx";
import { type Read, useLiveRead } from "./read.ts";

/** Reads the consent of a phone, and again when it changes. Without the scope, it is not known. */
export function useConsent(phone: string | undefined): Read<PhoneConsent | undefined> {
  const { api, can } = usePage();
  return useLiveRead(
    async () => {
      if (phone === undefined || !can("consents:read")) return undefined;
      return (await api.GET("/api/consents/{phone}", { params: { path: { phone } } })).data!;
    },
    phone,
    // Without a change of the state, its event is missing, and a keyword still decides anew.
    ({ type, data }) =>
      (type === "consent.changed" && data.phone === phone) || (type === "message.received" && data.from === phone),
  );
}

const states = { unknown: "Nobody said anything, so texts are allowed", opted_in: "Opted in", opted_out: "Opted out" };
const sources = {
  keyword: "by a text",
  operator: "by the operator",
  provider: "by the carrier",
  api: "over the API",
  import: "by an import",
  phrase: "by words that withdraw consent",
};

/** Says whether a phone may be texted, and why not. */
export function Consent({ value: { state, since, decidedBy } }: { value: PhoneConsent }) {
  return (
    <p class={state === "opted_out" ? "warning small" : "quiet small"}>
      {states[state]}
      {since && " since "}
      {since && <Time value={since} withDay />}
      {decidedBy && ` ${sources[decidedBy.source]}`}
      {decidedBy?.keyword && ": "}
      {decidedBy?.keyword && <Name value={decidedBy.keyword} />}.
    </p>
  );
}
