import type { PartialRequest } from "./pools.ts";
import { contactPhones, longest } from "./pools.ts";

const long = `${longest}x`;
const toSend = { phone_number: contactPhones[0], message: "hello" };
const toVerify = { recipient_id: "user", phone: contactPhones[0] };
const toAdd = { name: "Kurt", phones: [contactPhones[0]] };
const nilId = "00000000-0000-0000-0000-000000000000";
const toOwn = { name: "Kurt", phoneNumber: contactPhones[0], phoneNumberSid: "PN0" };

/** Requests that just exceed a limit of section 8 of the API's description, with their refusals. */
export const overLimits: PartialRequest[] = [
  { id: "sendText", body: { ...toSend, message: "🦄".repeat(161) }, refused: "422 message_required_or_empty" },
  { id: "sendText", body: { ...toSend, message: " " }, refused: "422 message_required_or_empty" },
  { id: "sendText", body: { ...toSend, webhookData: "x".repeat(101) }, refused: "422 validation_error" },
  { id: "sendText", body: { message: "hello" }, refused: "422 invalid_phone" },
  { id: "sendText", body: toSend, key: long, refused: "400 invalid_idempotency_key" },
  { id: "sendText", body: toSend, key: "", refused: "400 invalid_idempotency_key" },
  { id: "generateOtp", body: { ...toVerify, lifetime: 29 }, refused: "422 invalid_lifetime" },
  { id: "generateOtp", body: { ...toVerify, lifetime: 601 }, refused: "422 invalid_lifetime" },
  { id: "generateOtp", body: { ...toVerify, length: 5 }, refused: "422 invalid_length" },
  { id: "generateOtp", body: { ...toVerify, length: 9 }, refused: "422 invalid_length" },
  { id: "generateOtp", body: { ...toVerify, message: "x".repeat(161) }, refused: "422 invalid_message" },
  { id: "generateOtp", body: { ...toVerify, recipient_id: long }, refused: "422 invalid_recipient_id" },
  { id: "verifyOtp", body: { recipient_id: "user", otp: "12345" }, refused: "422 invalid_otp_format" },
  { id: "verifyOtp", body: { recipient_id: "user", otp: "123456789" }, refused: "422 invalid_otp_format" },
  ...["name", "company", "role", "externalId"].map((field): PartialRequest => {
    return { id: "createContact", body: { ...toAdd, [field]: long }, refused: "422 validation_error" };
  }),
  { id: "createContact", body: { ...toAdd, phones: [] }, refused: "422 validation_error" },
  { id: "createContact", body: { ...toAdd, notes: ["x".repeat(10_001)] }, refused: "422 validation_error" },
  { id: "createContact", body: { ...toAdd, metadata: { x: "x".repeat(65_536) } }, refused: "422 validation_error" },
  { id: "upsertContact", body: { ...toAdd, id: nilId }, refused: "422 validation_error" },
  ...["friendlyName", "agentProfile"].map((field): PartialRequest => {
    return { id: "createBusinessNumber", body: { ...toOwn, [field]: long }, refused: "422 validation_error" };
  }),
  ...[0, 101].map(
    (per_page): PartialRequest => ({ id: "listThreads", query: { per_page }, refused: "422 validation_error" }),
  ),
];
