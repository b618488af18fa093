/**
 * Generates requests that refer to the current data of the team.
 */
import fc from "fast-check";
import type { OperationId } from "../../../generated/operations.ts";
import { otpOf } from "./otps.ts";
import { overLimits } from "./over-limits.ts";
import {
  at,
  company,
  contactPhones,
  details,
  externalId,
  idAt,
  json,
  longest,
  maybeText,
  message,
  name,
  newPhones,
  numberName,
  numberType,
  orNull,
  phone,
  position,
  type RequestBuilder,
  recipient_id,
  some,
  strategy,
  tag,
  unknownId,
} from "./pools.ts";
import type { ApiRequest, Team } from "./team.ts";
import { magic } from "./texts.ts";

const numberRequests: fc.Arbitrary<RequestBuilder>[] = [
  some(
    {
      name: numberName,
      position: fc.nat({ max: 4 }),
      isPrimary: fc.boolean(),
      type: numberType,
      friendlyName: orNull(maybeText),
      agentProfile: orNull(maybeText),
      settings: orNull(json),
      capabilities: json,
    },
    "name",
    "position",
  ).map(({ position, ...body }) => ({ phones, foreignPhone }) => {
    const phoneNumber = phones[position!] ?? foreignPhone;
    return { id: "createBusinessNumber", body: { ...body, phoneNumber, phoneNumberSid: `PN${position}` } };
  }),
  fc
    .tuple(
      position,
      some({
        name: numberName,
        status: fc.constantFrom("active", "paused"),
        friendlyName: orNull(maybeText),
        agentProfile: orNull(maybeText),
        settings: orNull(json),
      }),
    )
    .map(([index, body]) => ({ numbers }) => {
      return { id: "updateBusinessNumber", path: { id: idAt(numbers, index) }, body };
    }),
  fc
    .tuple(
      fc.constantFrom<OperationId>("getBusinessNumber", "makePrimaryBusinessNumber", "archiveBusinessNumber"),
      position,
    )
    .map(([id, index]) => ({ numbers }) => ({ id, path: { id: idAt(numbers, index) } })),
  some({
    status: fc.constantFrom("active", "paused", "archived"),
    type: numberType,
    is_primary: fc.boolean(),
    agent_profile: fc.constantFrom("a text", "nobody's"),
  }).map((query) => () => ({ id: "listBusinessNumbers", query: query as ApiRequest["query"] })),
];

const textRequests: fc.Arbitrary<RequestBuilder>[] = [
  fc.tuple(phone, message).map(([phone_number, text]) => () => {
    return { id: "sendText", body: { phone_number, message: text } };
  }),
  fc
    .tuple(phone, message, position, fc.constantFrom("name", "phoneNumber", "id"), fc.boolean())
    .map(([phone_number, text, index, by, isUpper]) => ({ numbers }) => {
      const number = at(numbers, index);
      const value = by === "id" ? number?.id.value : number?.[by as "name" | "phoneNumber"];
      const sender = (isUpper && by === "name" ? value?.toUpperCase() : value) ?? "nobody";
      return { id: "sendText", body: { phone_number, message: text, sender } };
    }),
  fc.tuple(position, message, fc.nat({ max: 5 }), phone).map(([index, text, beside, other]) => ({ threads }) => {
    const thread = at(threads, index);
    const phone_number = beside === 0 ? other : thread?.phone;
    const body = { threadId: thread?.id.value ?? unknownId, message: text, webhookData: longest.slice(0, 100) };
    return { id: "sendText", body: beside < 2 && phone_number ? { ...body, phone_number } : body };
  }),
  position.map((index) => ({ threads }) => ({ id: "getThread", path: { id: idAt(threads, index) } })),
];

/** A merge of two contacts. */
export const merging: fc.Arbitrary<RequestBuilder> = fc
  .tuple(
    position,
    position,
    some({
      strategy,
      fields: some({
        name: strategy,
        company: strategy,
        role: strategy,
        externalId: strategy,
        metadata: strategy,
        tags: strategy,
        notes: strategy,
      }),
    }),
  )
  .map(([source, target, body]) => ({ contacts }) => {
    const ids = { sourceContactId: idAt(contacts, source), targetContactId: idAt(contacts, target) };
    return { id: "mergeContacts", body: { ...ids, ...body } };
  });

const contactRequests: fc.Arbitrary<RequestBuilder>[] = [
  some({ name, phones: newPhones, ...details }, "name", "phones").map((body) => () => ({ id: "createContact", body })),
  fc
    .tuple(
      position,
      some({
        name,
        company: orNull(company),
        role: orNull(details.role),
        externalId: orNull(externalId),
        metadata: orNull(json),
        tags: orNull(details.tags),
        notes: orNull(details.notes),
      }),
    )
    .map(([index, body]) => ({ contacts }) => {
      return { id: "updateContact", path: { id: idAt(contacts, index) }, body };
    }),
  fc
    .tuple(some({ name, phones: newPhones, ...details }), fc.option(position, { freq: 2 }))
    .map(([body, index]) => ({ contacts }) => {
      return { id: "upsertContact", body: index === null ? body : { id: idAt(contacts, index), ...body } };
    }),
  merging,
  merging.map((build) => (team, mode) => ({ ...build(team, mode), id: "previewMerge" })),
  fc
    .tuple(position, fc.constantFrom({}, { keepLater: false }, { keepLater: true }))
    .map(([back, body]) => ({ merges }) => ({
      id: "undoMerge",
      path: { id: idAt(merges.toReversed(), back) },
      body,
    })),
  fc
    .tuple(position, some({ phoneNumber: phone, label: maybeText, isPrimary: fc.boolean() }, "phoneNumber"))
    .map(([index, body]) => ({ contacts }) => {
      return { id: "addContactPhone", path: { id: idAt(contacts, index) }, body };
    }),
  fc
    .tuple(position, position, some({ label: orNull(maybeText), isPrimary: fc.boolean() }))
    .map(([index, which, body]) => ({ contacts }) => {
      const phoneId = idAt(at(contacts, index)?.phones ?? [], which);
      return { id: "updateContactPhone", path: { id: idAt(contacts, index), phoneId }, body };
    }),
  fc.tuple(position, position).map(([index, which]) => ({ contacts }) => {
    const phoneId = idAt(at(contacts, index)?.phones ?? [], which);
    return { id: "deleteContactPhone", path: { id: idAt(contacts, index), phoneId } };
  }),
  fc
    .tuple(position, fc.constantFrom(undefined, "2020-01-01", "2999-01-01T00:00:00Z"))
    .map(([index, unchangedSince]) => ({ contacts }) => {
      const path = { id: idAt(contacts, index) };
      return { id: "deleteContact", path, ...(unchangedSince !== undefined && { query: { unchangedSince } }) };
    }),
  position.map((index) => ({ contacts }) => ({ id: "getContact", path: { id: idAt(contacts, index) } })),
  phone.map((each) => () => ({ id: "getContactByPhone", path: { phone: each } })),
  fc.constant(() => ({ id: "listDuplicateContacts", query: { per_page: 100 } })),
];

const otpRequests: fc.Arbitrary<RequestBuilder>[] = [
  some(
    {
      phone: fc.oneof({ weight: 3, arbitrary: fc.constant(magic.fixedCode) }, phone),
      recipient_id,
      message: fc.constantFrom("$OTP $OTP", "code"),
      length: fc.integer({ min: 6, max: 8 }),
      lifetime: fc.constantFrom(180, 600),
    },
    "phone",
    "recipient_id",
  ).map((body) => () => ({ id: "generateOtp", body })),
  fc.tuple(recipient_id, fc.boolean()).map(([recipient, isRight]) => (team, mode) => {
    const body = { recipient_id: recipient };
    const code = otpOf(team, { mode, body })?.code;
    return { id: "verifyOtp", body: { ...body, otp: (isRight && code) || "00000000" } };
  }),
];

/** Any request to an operation without pages. */
export const single: fc.Arbitrary<RequestBuilder> = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...numberRequests) },
  { weight: 8, arbitrary: fc.oneof(...textRequests) },
  { weight: 14, arbitrary: fc.oneof(...contactRequests) },
  { weight: 4, arbitrary: fc.oneof(...otpRequests) },
  { weight: 1, arbitrary: fc.constantFrom(...overLimits).map((request) => () => request) },
);

/** The lists with pages. */
export const lists: fc.Arbitrary<RequestBuilder> = fc.oneof(
  fc.constant<RequestBuilder>(() => ({ id: "listThreads" })),
  position.map<RequestBuilder>((index) => ({ threads }) => ({
    id: "listThreadMessages",
    path: { id: idAt(threads, index) },
  })),
  fc.tuple(position, position).map<RequestBuilder>(([index, which]) => ({ threads }) => {
    const since = at(at(threads, index)?.messages ?? [], which)?.createdAt.value ?? "2026-01-01";
    return { id: "listThreadReplies", path: { id: idAt(threads, index) }, query: { since } };
  }),
  some({
    query: fc.constantFrom("a", "AD", "g", "ada", "LACE", "navy", "%_", "x%_", "2025550", "0018", "ün", "🦄", "nobody"),
    tag,
    external_id: externalId,
    updated_after: position,
  }).map<RequestBuilder>(({ updated_after, ...query }) => ({ contacts }) => {
    const updatedAfter = updated_after === undefined ? undefined : at(contacts, updated_after)?.updatedAt.value;
    return {
      id: "listContacts",
      query: { ...query, ...(updatedAfter && { updated_after: updatedAfter }) } as ApiRequest["query"],
    };
  }),
);

export const inbound = fc.record({
  from: fc.constantFrom(...contactPhones),
  number: position,
  text: fc.constantFrom("hello", "STOP", " unsubscribe ", "START", "unstop", "STOP it", "Quit", "opt out"),
});

/** A number of the team; undefined if it has none. */
export const numberAt = ({ numbers }: Team, index: number) => at(numbers, index);
