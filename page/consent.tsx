import type { ConsentData, PhoneConsent, ReceivedData } from "../generated/api.ts";
import { useLive, usePage } from "./context.ts";
import { Name, Time } from "./parts.tsx";
import { type Read, useRead } from "./read.ts";

/** Reads the consent of a phone, and again when it changes. Without the scope, it is not known. */
export function useConsent(phone: string | undefined): Read<PhoneConsent | undefined> {
  const { api, can } = usePage();
  const known = useRead(async () => {
    if (phone === undefined || !can("consents:read")) return undefined;
    return (await api.GET("/api/consents/{phone}", { params: { path: { phone } } })).data!;
  }, phone);
  useLive({
    onEvent({ type, data }) {
      if (type === "consent.changed" && (data as unknown as ConsentData).phone === phone) void known.refresh();
      // Without a change of the state, its event is missing, and a keyword still decides anew.
      if (type === "message.received" && (data as unknown as ReceivedData).from === phone) void known.refresh();
    },
    onRefresh: () => void known.refresh(),
  });
  return known;
}

const states = { unknown: "Nobody said anything, so texts are allowed", opted_in: "Opted in", opted_out: "Opted out" };
const sources = { keyword: "by a text", operator: "by the operator", provider: "by the carrier" };

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
