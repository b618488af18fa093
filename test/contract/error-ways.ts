import type { ErrorCode, errors } from "../../generated/errors.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import type { TestApp } from "../support/app.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import {
  buildBusinessNumber,
  buildContact,
  buildKey,
  buildOptOut,
  makeMerge,
  uniquePhone,
} from "../support/factories.ts";
import { askForText } from "../support/held-texts.ts";
import { pictures, receiveFiles } from "../support/media.ts";
import { setQuietNow } from "../support/quiet-hours.ts";
import { buildCase } from "../support/suspected.ts";
import { fillQuota, uploadOf } from "../support/uploads.ts";
import { schedule } from "../support/waiting-texts.ts";
import { createRequests } from "./error-requests.ts";

/** A request for each code and status of the catalogue. A missing request does not compile. */
type Ways = { [Code in ErrorCode]: Record<(typeof errors)[Code][number]["status"], () => Promise<RawAnswer>> };

/** The servers of the requests: an ordinary one, one with a rate limit, and two with a broken database. */
export interface Servers {
  app: TestApp;
  /** Admits one request for each key. */
  limited: TestApp;
  /** Has a database without tables. */
  broken: TestApp;
  /** Has a database that is unreachable. */
  away: TestApp;
}

const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";

/** The ways to each code of the catalogue. */
export function waysToErrors({ app, limited, broken, away }: Servers): Ways {
  const { send, sendLater, generate, verify, create, buildLikeContacts, post, openSender, sendWith, ask } =
    createRequests(app);
  return {
    missing_team_context: { 401: () => createClient(app.url, "no such key").raw("listThreads") },

    license_inactive: {
      async 403() {
        const { client, team } = await app.signIn();
        await setTeamStatus(app.em(), team.name, "suspended");
        return client.raw("listThreads");
      },
    },

    insufficient_scope: {
      async 403() {
        const { team } = await app.signIn();
        const key = await buildKey(app.em(), team, { scopes: ["contacts:read"] });
        return createClient(app.url, key).raw("listThreads");
      },
    },

    approval_not_found: {
      404: async () => (await app.signIn()).client.raw("getApproval", { path: { id: unknownId } }),
    },
    approval_already_decided: {
      async 409() {
        const { client } = await app.signIn();
        const path = { id: await askForText(client) };
        await client.rejectText({ path, body: {} });
        return client.raw("approveText", { path });
      },
    },
    approval_canceled: {
      async 409() {
        const { client, team } = await app.signIn();
        const path = { id: await askForText(client) };
        await app
          .em()
          .execute("update api_key set expires_at = created_at where team_id = ? and hold = 'all'", [team.id]);
        return client.raw("approveText", { path });
      },
    },

    recipient_not_allowed: { 403: () => sendWith({ recipients: ["+1999"] }) },
    budget_exceeded: {
      async 403() {
        const { raw, body } = await openSender({ segmentsPerDay: 1 });
        await raw("sendText", { body });
        return raw("sendText", { body });
      },
    },

    foreign_origin: { 403: () => ask({ origin: "https://evil.example" }) },
    not_acceptable: { 406: () => ask({ accept: "text/html" }) },

    not_found: { 404: async () => (await app.signIn()).client.request("GET", "/api/nothing") },
    method_not_allowed: { 405: async () => (await app.signIn()).client.request("PUT", "/api/threads") },

    validation_error: {
      422: () => send({ webhookData: "x".repeat(101) }),
      400: () => post("{", "application/json"),
    },
    payload_too_large: { 413: () => post(JSON.stringify({ message: "x".repeat(2 ** 20) }), "application/json") },
    unsupported_media_type: { 415: () => post("message=hello", "application/x-www-form-urlencoded") },

    rate_limited: {
      async 429() {
        const { client } = await limited.signIn();
        await client.listThreads();
        return client.raw("listThreads");
      },
    },

    server_error: {
      500: () => createClient(broken.url, "any key").raw("listThreads"),
      503: () => createClient(away.url, "any key").raw("listThreads"),
    },

    invalid_idempotency_key: {
      async 400() {
        const { client } = await app.signIn();
        return client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "" });
      },
    },
    idempotency_key_mismatch: {
      async 422() {
        const { client } = await app.signIn();
        const body = { phone_number: uniquePhone(), message: "hello" };
        await client.sendText({ body, idempotencyKey: "key" });
        return client.raw("sendText", { body: { ...body, message: "bye" }, idempotencyKey: "key" });
      },
    },
    idempotency_in_progress: {
      async 409() {
        const { client, team } = await app.signIn();
        const request = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "key" };
        await client.sendText(request);
        // Simulates a first request that claimed its key a minute ago and never ended.
        await app.em().execute(
          `update idempotency_key set status = null, body = null, resource_id = null,
           created_at = (created_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where team_id = ?`,
          [team.id],
        );
        return client.raw("sendText", request);
      },
    },

    media_not_found: {
      404: async () => (await app.signIn()).client.raw("getMedia", { path: { id: unknownId } }),
    },
    media_not_stored: {
      async 409() {
        const { client, number } = await app.signIn();
        const { media } = await receiveFiles(app, { client, number }, ["https://media.invalid/1"]);
        return client.raw("getMedia", { path: { id: media[0]!.id! } });
      },
    },

    media_not_supported: { 422: () => sendLater({ mediaUrls: ["https://example.com/1.jpg"] }) },
    media_type_not_allowed: {
      422: async () => (await app.signIn()).client.raw("uploadMedia", uploadOf(Buffer.from("<html>"))),
    },
    media_quota_exceeded: {
      async 403() {
        const { client, team } = await app.signIn();
        await fillQuota(app.em(), team);
        return client.raw("uploadMedia", uploadOf(pictures["image/png"]));
      },
    },

    invalid_signature: {
      401: () =>
        createClient(app.url, "no key").raw("receiveInboundText", { body: { From: uniquePhone(), Body: "hi" } }),
    },

    invalid_phone: { 422: () => send({ phone_number: "12025550123" }) },
    invalid_thread: { 422: () => send({ phone_number: undefined, threadId: "x" }) },
    message_required_or_empty: { 422: () => send({ message: " " }) },
    invalid_sender: { 422: () => send({ sender: "nobody" }) },
    thread_not_found: { 404: () => send({ phone_number: undefined, threadId: unknownId }) },
    message_not_found: { 404: async () => (await app.signIn()).client.raw("getMessage", { path: { id: unknownId } }) },
    too_many_segments: { 422: () => sendLater({ message: "a".repeat(161), maxSegments: 1 }) },
    invalid_send_at: { 422: () => sendLater({ sendAt: "2026-01-01T00:00:00Z" }) },
    quiet_hours: {
      async 409() {
        const { client, team } = await app.signIn();
        await setQuietNow(app, team, "refuse");
        return client.raw("sendMessage", { body: { phone_number: uniquePhone(), message: "hello" } });
      },
    },
    campaign_not_found: {
      404: async () => (await app.signIn()).client.raw("cancelCampaign", { body: { campaign: "nobody" } }),
    },
    message_not_cancelable: {
      async 409() {
        const { client } = await app.signIn();
        const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
        return client.raw("cancelMessage", { path: { id: textId } });
      },
    },
    erasure_not_found: {
      404: async () => (await app.signIn()).client.raw("getErasure", { path: { id: unknownId } }),
    },
    erasure_in_progress: {
      async 409() {
        const { client } = await app.signIn();
        const body = { phone: uniquePhone() };
        await client.createErasure({ body });
        return client.raw("createErasure", { body });
      },
    },
    message_in_progress: {
      async 409() {
        const { client } = await app.signIn();
        return client.raw("redactMessage", { path: { id: (await schedule(app, client)).id } });
      },
    },
    sending_number_not_resolved: { 422: () => send({}, { withNumber: false }) },
    recipient_opted_out: {
      async 409() {
        const { client, team } = await app.signIn();
        const phone = uniquePhone();
        await buildOptOut(app.em(), team, phone);
        return client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
      },
    },
    message_failed: {
      async 502() {
        const answer = app.provider.answer;
        app.provider.answer = () => ({ kind: "refused", errorCode: "21211", optedOut: false });
        try {
          return await send({});
        } finally {
          app.provider.answer = answer;
        }
      },
    },
    suspected_revocation_not_found: {
      async 404() {
        const { client } = await app.signIn();
        const body = { decision: "dismissed" } as const;
        return client.raw("decideSuspectedRevocation", { path: { id: unknownId }, body });
      },
    },
    suspected_revocation_decided: {
      async 409() {
        const { client, team } = await app.signIn();
        const input = { path: { id: await buildCase(app, team) }, body: { decision: "dismissed" } } as const;
        await client.raw("decideSuspectedRevocation", input);
        return client.raw("decideSuspectedRevocation", input);
      },
    },
    consent_conflict: {
      async 409() {
        const { client, team } = await app.signIn();
        const body = { phone: uniquePhone(), reason: "web_form", occurredAt: "2020-01-01" } as const;
        await buildOptOut(app.em(), team, body.phone);
        return client.raw("recordConsent", { body: { ...body, consent: "opted_in", evidence: { note: "Joined" } } });
      },
    },
    invalid_since: {
      async 422() {
        const { client } = await app.signIn();
        return client.raw("listThreadReplies", { path: { id: unknownId }, query: { since: "yesterday" } });
      },
    },

    contact_not_found: { 404: async () => (await app.signIn()).client.raw("getContact", { path: { id: unknownId } }) },
    contact_phone_not_found: {
      async 404() {
        const { client } = await app.signIn();
        const { id } = await buildContact(client);
        return client.raw("updateContactPhone", { path: { id, phoneId: unknownId }, body: { label: "home" } });
      },
    },
    ambiguous_contact_match: {
      async 409() {
        const { client, phone } = await buildLikeContacts();
        return client.raw("upsertContact", { body: { phones: [phone], role: "Engineer" } });
      },
    },
    contact_identity_conflict: {
      async 409() {
        const { client, first } = await buildLikeContacts();
        const { primaryPhone } = await buildContact(client);
        return client.raw("upsertContact", { body: { id: first.id, phones: [primaryPhone] } });
      },
    },
    multiple_contacts_found: {
      async 409() {
        const { client, phone } = await buildLikeContacts();
        return client.raw("getContactByPhone", { path: { phone } });
      },
    },
    cannot_merge_same_contact: {
      async 422() {
        const { client } = await app.signIn();
        const { id } = await buildContact(client);
        return client.raw("mergeContacts", { body: { sourceContactId: id, targetContactId: id } });
      },
    },
    invalid_merge_strategy: {
      async 422() {
        const { client, first, second } = await buildLikeContacts();
        const strategy = "prefer_me" as "append";
        return client.raw("mergeContacts", {
          body: { sourceContactId: first.id, targetContactId: second.id, strategy },
        });
      },
    },
    external_id_conflict: {
      async 409() {
        const { client, first, second } = await buildLikeContacts();
        await client.updateContact({ path: { id: second.id }, body: { externalId: "crm-2" } });
        return client.raw("mergeContacts", { body: { sourceContactId: first.id, targetContactId: second.id } });
      },
    },
    merge_changed: {
      async 409() {
        const { client, first, second } = await buildLikeContacts();
        const ids = { sourceContactId: first.id, targetContactId: second.id };
        return client.raw("mergeContacts", { body: { ...ids, fingerprint: "of another merge" } });
      },
    },
    merge_not_found: {
      404: async () => (await app.signIn()).client.raw("undoMerge", { path: { id: unknownId }, body: {} }),
    },
    merge_already_undone: {
      async 409() {
        const { client } = await app.signIn();
        const path = { id: await makeMerge(client) };
        await client.undoMerge({ path, body: {} });
        return client.raw("undoMerge", { path, body: {} });
      },
    },
    merge_undo_conflict: {
      async 409() {
        const { client } = await app.signIn();
        const path = { id: await makeMerge(client) };
        const { merges } = await client.listMerges();
        await client.updateContact({ path: { id: merges[0]!.targetContactId }, body: { role: "later" } });
        return client.raw("undoMerge", { path, body: {} });
      },
    },
    duplicate_contact_phone: {
      async 409() {
        const { client } = await app.signIn();
        const { id, primaryPhone: phoneNumber } = await buildContact(client);
        return client.raw("addContactPhone", { path: { id }, body: { phoneNumber } });
      },
    },
    contact_changed: {
      async 409() {
        const { client } = await app.signIn();
        const { id } = await buildContact(client);
        return client.raw("deleteContact", { path: { id }, query: { unchangedSince: "2020-01-01T00:00:00Z" } });
      },
    },
    cannot_delete_last_contact_phone: {
      async 409() {
        const { client } = await app.signIn();
        const { id, phones } = await buildContact(client);
        return client.raw("deleteContactPhone", { path: { id, phoneId: phones[0]!.id } });
      },
    },

    invalid_recipient_id: { 422: () => generate({ recipient_id: "" }) },
    invalid_message: { 422: () => generate({ message: " " }) },
    invalid_lifetime: { 422: () => generate({ lifetime: 29 }) },
    invalid_length: { 422: () => generate({ length: 9 }) },
    invalid_otp_format: { 422: () => verify("12345") },
    otp_invalid: { 422: () => verify("654321") },
    otp_already_verified: { 409: () => verify("123456", { status: "verified" }) },
    otp_expired: { 410: () => verify("123456", { expiresAt: "2026-01-01T00:00:00.000000Z" }) },
    otp_max_attempts: { 409: () => verify("123456", { attempts: 5 }) },

    business_number_not_found: {
      404: async () => (await app.signIn()).client.raw("getBusinessNumber", { path: { id: unknownId } }),
    },
    duplicate_business_number_name: { 409: () => create(({ name }) => ({ name: name.toUpperCase() })) },
    duplicate_business_number_phone: { 409: () => create(({ phoneNumber }) => ({ phoneNumber })) },
    invalid_business_number_status: {
      async 422() {
        const { client, team } = await app.signIn();
        const { id } = await buildBusinessNumber(app.em(), { team, status: "paused" });
        return client.raw("makePrimaryBusinessNumber", { path: { id } });
      },
    },
    webhook_endpoint_not_found: {
      async 404() {
        return (await app.signIn()).client.raw("getWebhookEndpoint", { path: { id: unknownId } });
      },
    },
    simulated_text_not_found: {
      async 404() {
        const { client } = await app.signIn();
        return client.raw("setSimulatedStatus", { path: { id: unknownId }, body: { status: "delivered" } });
      },
    },
    cannot_delete_primary_business_number: {
      async 409() {
        const { client } = await app.signIn();
        const { businessNumbers } = await client.listBusinessNumbers();
        return client.raw("archiveBusinessNumber", { path: { id: businessNumbers[0]!.id } });
      },
    },
  };
}
