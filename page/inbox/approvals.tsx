import { useState } from "preact/hooks";
import { type ApiFailure, attempt } from "../api.ts";
import { usePage } from "../context.ts";
import { Body, Button, FailureNote, Name, Time } from "../parts.tsx";
import { usePolledRead } from "../read.ts";

/** How often the list is read, in milliseconds. The events of approvals go only to readers that name them. */
const pollMilliseconds = 5_000;

/** The most texts that are shown. */
const maxShown = 100;

/** The texts that wait for an approval, the oldest first, with what decides about each. */
export function ApprovalsView() {
  const { api } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const [busy, setBusy] = useState<string>();
  const { value, failure, refresh } = usePolledRead(
    async () => (await api.GET("/api/approvals", { params: { query: { per_page: maxShown } } })).data!.approvals,
    pollMilliseconds,
  );

  async function decide(id: string, approves: boolean): Promise<void> {
    setBusy(id);
    const path = { id };
    const { failure } = await attempt((header): Promise<unknown> => {
      const given = { params: { path, header }, body: {} };
      return approves ? api.POST("/api/approvals/{id}/approve", given) : api.POST("/api/approvals/{id}/reject", given);
    });
    setRefusal(failure);
    await refresh();
    setBusy(undefined);
  }

  const problem = refusal ?? failure;
  return (
    <section class="wide stack" aria-label="Approvals">
      <h2>Texts that wait for an approval</h2>
      {problem && <FailureNote failure={problem} />}
      {value?.length === 0 && <p class="quiet">No text waits for an approval.</p>}
      {value?.length === maxShown && <p class="quiet">{`These are the ${maxShown} that wait longest.`}</p>}
      <ul class="waiting stack" aria-label="Texts that wait for an approval">
        {value?.map(({ id, to, contactName, keyName, body, media, sendAt, expiresAt }) => (
          <li class="bubble stack" key={id}>
            <p>
              To <Name value={contactName ?? to} />
              {contactName !== null && ` ${to}`}, asked for by <Name value={keyName ?? "a key that is gone"} />
            </p>
            <Body value={body} />
            <p class="row quiet small">
              {media.length > 0 && <span>{`${media.length} attached`}</span>}
              {sendAt && <span>goes out at</span>}
              {sendAt && <Time value={sendAt} withDay />}
              <span>expires at</span>
              <Time value={expiresAt} withDay />
              <Button label="Approve" class="small" disabled={busy === id} onClick={() => decide(id, true)} />
              <Button label="Decline" class="small" disabled={busy === id} onClick={() => decide(id, false)} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
