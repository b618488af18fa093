import { useState } from "preact/hooks";
import type { WebhookEndpoint } from "../../generated/api.ts";
import { type ApiFailure, attempt } from "../api.ts";
import { usePage } from "../context.ts";
import { Button, FailureNote, Name, Time } from "../parts.tsx";
import { useRead } from "../read.ts";
import { cleanLine } from "../text.ts";
import { Table } from "./table.tsx";

/** The webhook endpoints of the team, with what became of their deliveries. */
export function Deliveries() {
  const { api } = usePage();
  const { value, failure } = useRead(async () => (await api.GET("/api/webhook-endpoints")).data!);
  return (
    <section class="wide stack" aria-label="Deliveries">
      <h2>Webhook endpoints</h2>
      {failure && <FailureNote failure={failure} />}
      {value?.webhookEndpoints.length === 0 && <p class="quiet">The team has no endpoint.</p>}
      {value?.webhookEndpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  );
}

function Endpoint({ endpoint: { id, url, enabled, failingSince } }: { endpoint: WebhookEndpoint }) {
  const { api, can } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const path = { id };
  const { value, failure, refresh } = useRead(
    async () =>
      (await api.GET("/api/webhook-endpoints/{id}/deliveries", { params: { path, query: { per_page: 20 } } })).data!,
  );
  async function run(write: Parameters<typeof attempt>[0]): Promise<void> {
    setBusy(true);
    setRefusal((await attempt(write)).failure);
    await refresh();
    setBusy(false);
  }
  const test = () =>
    run((header) => api.POST("/api/webhook-endpoints/{id}/test", { params: { path, header }, body: {} }));
  const replay = () => {
    const body = { since: new Date(Date.now() - 3_600_000).toISOString() };
    return run((header) => api.POST("/api/webhook-endpoints/{id}/replay", { params: { path, header }, body }));
  };
  const problem = refusal ?? failure;
  return (
    <article class="stack">
      <h3>
        <Name value={url} />
      </h3>
      <p class="quiet">
        {enabled ? "Enabled" : "Disabled"}
        {failingSince && ", failing since "}
        {failingSince && <Time value={failingSince} withDay />}
      </p>
      <div class="row">
        <Button label="Send a test event" disabled={isBusy} onClick={() => test()} />
        {can("events:read") && <Button label="Replay the last hour" disabled={isBusy} onClick={() => replay()} />}
        <Button label="Read again" disabled={isBusy} onClick={() => refresh()} />
      </div>
      {problem && <FailureNote failure={problem} />}
      <Table
        label={`Deliveries to ${cleanLine(url)}`}
        columns={["time", "event", "status", "attempts", "last answer"]}
        rows={(value?.deliveries ?? []).map(({ id, createdAt, type, status, attemptCount, lastAttempt }) => ({
          key: id,
          cells: [
            <Time value={createdAt} withDay />,
            type,
            status,
            attemptCount,
            lastAttempt?.status ?? lastAttempt?.error,
          ],
        }))}
      />
    </article>
  );
}
