import { expect, vi } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { openTeamKey } from "../../server/privacy/team-key.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { inboundForm, postCallback, statusForm } from "./callbacks.ts";
import { type Client, createClient } from "./client.ts";
import { startTestPublisher } from "./endpoints.ts";
import { buildContact, buildKey, uniquePhone } from "./factories.ts";
import { hotContactRequests } from "./hot-contact-requests.ts";
import { type HotRequest, type Session, times } from "./hot-request.ts";
import { codeIn, secretKey, wrongFor } from "./passcodes.ts";
import { setQuietNow } from "./quiet-hours.ts";
import { fromNow } from "./times.ts";
import { makeDue, schedule } from "./waiting-texts.ts";
import { readDelivery, receiveText, startTestDeliverer } from "./webhooks.ts";

const send = (client: Client, fields: object = {}, idempotencyKey?: string) =>
  client.sendText({
    body: { phone_number: uniquePhone(), message: "hello", ...fields },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

const receive = ({ app, number }: Session, text: string) =>
  postCallback(app, "inbound", inboundForm(uniquePhone(), number, text));

/** Sends a passcode and returns its recipient and the right guess. */
async function sendOtp({ app, client }: Pick<Session, "app" | "client">) {
  const recipient_id = newId();
  const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id } });
  return { recipient_id, otp: codeIn(app.provider.texts.find(({ id }) => id === otpId)!) };
}

/** The requests whose statements are hot: they are sent for most requests, or for large batches. */
export const hotRequests: Record<string, HotRequest> = {
  texts: {
    work: ({ client }, count) => times(count, () => send(client)),
    statements: {
      "take-tokens": /insert into rate_bucket/,
      "find-keys": /join api_key k on/,
      "lock-phones": /pg_advisory_xact_lock_shared/,
      "insert-texts": /insert into message/,
      "lock-texts-to-settle": /from message m where .* for update/,
      "settle-texts": /^update message/,
    },
  },
  "texts with keys, and their replays": {
    async work({ client }, count) {
      const texts = Array.from({ length: count }, () => ({ phone_number: uniquePhone(), key: newId() }));
      const sendAll = () => Promise.all(texts.map(({ key, phone_number }) => send(client, { phone_number }, key)));
      await sendAll();
      await sendAll();
    },
    statements: {
      "insert-texts-with-keys": /insert into message/,
      "find-claims": /k\.fingerprint, .* from idempotency_key/,
      "lock-claims": /from idempotency_key k .* for update/,
      "keep-answers": /^update idempotency_key/,
    },
  },
  "texts and passcodes of a key with a budget": {
    async work({ app, team }, count) {
      const client = createClient(app.url, await buildKey(app.em(), team, { segmentsPerDay: 1_000 }));
      await times(count, () => send(client, {}, newId()));
      await times(count, () => sendOtp({ app, client }));
    },
    statements: {
      "insert-texts-with-budgets": /insert into key_usage .* insert into message/,
      "count-passcodes": /insert into key_usage .* select id from asking/,
    },
  },
  "texts of a team that has erased somebody": {
    async work({ app, client, team }, count) {
      await openTeamKey(app.em(), createPhoneHashes(createSealer(secretKey)), team.id);
      await times(count, () => send(client));
    },
    statements: { "insert-texts-with-erasures": /insert into message/ },
  },
  "texts to threads": {
    async work({ client }, count) {
      const texts = await times(count, () => send(client));
      await times(count, (index) => client.sendText({ body: { threadId: texts[index]!.threadId, message: "hello" } }));
    },
    statements: { "find-threads-of-texts": /a\.thread_id/ },
  },
  "texts of senders": {
    work: ({ client, number }, count) => times(count, () => send(client, { sender: number })),
    statements: { "find-senders": /a\.sender/ },
  },
  "deliveries of the simulated carrier": {
    async work({ app, client }, count) {
      await times(count, () => send(client.inTestMode()));
      await app.deliver();
    },
    statements: {
      "find-simulated-texts": /from message where simulated_outcome is not null/,
      "simulate-delivery": /^update message/,
      "find-texts-with-answers": /join thread t/,
    },
  },
  "texts that are due": {
    async work({ app, client, team }, count) {
      const campaign = "spring sale";
      await setQuietNow(app, team);
      await times(count, () => schedule(app, client, { campaign, quietHours: "ignore" }));
      await schedule(app, client, { sendAt: await fromNow(app.em(), 86_400) });
      await makeDue(app, team);
      await app.dispatch();
      await schedule(app, client, { campaign });
      await client.cancelCampaign({ body: { campaign } });
    },
    statements: {
      "insert-waiting-texts": /^insert into pending_message/,
      "find-due-texts": /with recursive earliest as materialized/,
      "find-lines": /with recursive line as/,
      "take-due-texts": /^delete from pending_message/,
      "count-handed-over": /^insert into campaign/,
      "cancel-campaign": /^update pending_message .* and campaign = /,
      "find-recipients-at-night": /as has_just_written/,
      "find-next-allowed": /as next_allowed/,
    },
  },
  passcodes: {
    work: (session, count) => times(count, () => sendOtp(session)),
    statements: {
      "lock-names": /pg_advisory_xact_lock\(/,
      "find-default-numbers": /from business_number other/,
      "find-opt-outs": /from opt_out/,
      "find-otp-sends": /o\.created_at > /,
      "lock-replaced-otps": /o\.recipient_id = .* for update/,
      "replace-otps": /^update otp o set status = 'replaced'/,
      "insert-otps": /^insert into otp/,
      "lock-otps-to-settle": /from otp m where .* for update/,
      "settle-otps": /^update otp m/,
    },
  },
  "guesses with keys": {
    async work(session, count) {
      const sent = await times(count, () => sendOtp(session));
      const guess = (body: (typeof sent)[0]) => session.client.raw("verifyOtp", { body, idempotencyKey: newId() });
      await Promise.all(sent.map(({ recipient_id, otp }) => guess({ recipient_id, otp: wrongFor(otp) })));
      await Promise.all(sent.map(guess));
    },
    statements: {
      "insert-claims": /^insert into idempotency_key/,
      "release-claims": /^delete from idempotency_key/,
      "find-current-otps": /o\.code_hash/,
      "lock-guessed-otps": /^select from unnest.* from otp o where .* for update/,
      "verify-otps": /^update otp o set attempts/,
    },
  },
  "callbacks of texts": {
    work: (session, count) => times(count, () => receive(session, "hello")),
    statements: { "insert-callbacks": /^insert into callback/ },
  },
  keywords: {
    work: (session, count) => times(count, () => receive(session, "STOP")),
    statements: {
      "find-callbacks-of-keywords": /join callback c/,
      "find-consents-of-keywords": /join consent_event e on .* or e\.signature = a\.signature/,
      "insert-keywords": /^insert into callback/,
      "insert-consents": /^insert into consent_event/,
      "update-opt-outs": /insert into opt_out/,
      "supersede-cases": /^update suspected_revocation/,
    },
  },
  "inbound texts": {
    async work(session, count) {
      await times(count, () => receive(session, "hello"));
      await session.app.jobs.drain();
    },
    statements: {
      "open-callbacks": /^select .* from callback .* for update/,
      "find-stored-texts": /m\.direction = 'inbound'/,
      "insert-inbound-messages": /insert into message/,
      "close-callbacks": /^update callback/,
    },
  },
  statuses: {
    async work({ app, client, number }, count) {
      const texts = await times(count, () => send(client));
      const sids = texts.map(({ textId }) => `SM${textId.replaceAll("-", "")}`);
      await Promise.all(sids.map((sid) => postCallback(app, "status", statusForm(number, sid, "delivered"))));
      await app.jobs.drain();
    },
    statements: {
      "find-texts-of-statuses": /with candidate as .* from message t/,
      "lock-texts-of-statuses": /^select t\.id, t\.status .* for update/,
      "apply-statuses": /^update message .* a\.reported/,
    },
  },
  "replies for webhooks": {
    async work({ app, client, team }, count) {
      const body = { replyWebhookUrl: "http://closed.localhost:9/" };
      const received = await times(count, async () => receiveText(app, team, await send(client, body)));
      const deliverer = startTestDeliverer(app);
      const isAttempted = async (id: string) => expect((await readDelivery(app, team, id)).attempts).not.toEqual([]);
      await vi.waitFor(() => Promise.all(received.map(isAttempted)), { timeout: 20_000 });
      await deliverer.stop();
    },
    statements: {
      "find-replied-texts": /s\.reply_webhook_url is not null/,
      "insert-deliveries": /^insert into webhook_delivery/,
      "mark-targets": /^insert into webhook_target/,
      "find-own-targets": /from webhook_target where due_at <= now\(\) and leased_by = /,
      "find-due-targets": /from webhook_target where due_at <= now\(\) and \(leased_until/,
      "lease-targets": /^update webhook_target set leased_by/,
      "release-targets": /^update webhook_target t set leased_by = null/,
      "delete-targets": /^delete from webhook_target/,
      "find-due-deliveries": /from webhook_delivery where team_id/,
      "find-secrets": /from webhook_endpoint_secret where team_id/,
      "insert-secrets": /^insert into webhook_endpoint_secret/,
      "update-deliveries": /^update webhook_delivery/,
      "insert-attempts": /^insert into webhook_attempt/,
    },
  },
  "events for endpoints": {
    async work({ app, client }, count) {
      const body = { url: "http://closed.localhost:9/" };
      const { webhookEndpoint } = await client.createWebhookEndpoint({ body });
      const path = { id: webhookEndpoint.id };
      await times(count, () => buildContact(client));
      const stop = startTestPublisher(app);
      const isAttempted = async () => {
        const { deliveries } = await client.listWebhookEndpointDeliveries({ path, query: { per_page: 100 } });
        expect(deliveries).toHaveLength(count);
        expect(deliveries.filter(({ attemptCount }) => attemptCount === 0)).toEqual([]);
      };
      await vi.waitFor(isAttempted, { timeout: 20_000 });
      await stop();
    },
    statements: {
      "find-followed-teams": /bool_or\(e\.position < f\.last_sequence\)/,
      "lock-followers": /from webhook_endpoint where .* skip locked/,
      "read-events": /from event_feed f left join lateral/,
      "publish-events": /^insert into webhook_delivery .* endpoint_id/,
      "move-positions": /^update webhook_endpoint e set position/,
      "find-endpoints-of-targets": /failing_since is not null as is_failing/,
      "note-failures": /^update webhook_endpoint e set failing_since = coalesce/,
    },
  },
  "pages of threads and messages": {
    async work({ client }, count) {
      const texts = await times(count, () => send(client));
      const path = { id: texts[0]!.threadId };
      await client.listThreads();
      await client.listThreadMessages({ path });
      await client.listThreadReplies({ path, query: { since: "2000-01-01T00:00:00Z" } });
    },
    statements: {
      "list-threads": /from "thread" .* left join "business_number"/,
      "list-messages": /from "message" where .* "created_at" desc/,
      "list-replies": /"direction" = 'inbound'/,
    },
  },
  "the threads of phones": {
    async work({ client }, count) {
      const phones = Array.from({ length: count }, uniquePhone);
      await Promise.all(phones.map((phone_number) => send(client, { phone_number })));
      await client.listThreads({ query: { phones } });
    },
    statements: { "list-threads-of-phones": /from unnest.* join lateral .* "contact_phone"/ },
  },
  ...hotContactRequests,
};
