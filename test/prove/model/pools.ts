/**
 * The values of requests: few, so that they collide, and some at the limits.
 */
import fc from "fast-check";
import type { Generated } from "./expected-values.ts";
import type { ApiRequest, Fields, Mode, Team } from "./team.ts";
import { magic } from "./texts.ts";

/** A request that may lack its mode and key. */
export type PartialRequest = Pick<ApiRequest, "id"> & Partial<ApiRequest>;

/** Builds a request from the data of the team. */
export type RequestBuilder = (team: Team, mode: Mode) => PartialRequest;

export const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";

/** The position of an item; 24 stands for no item. */
export const position = fc.nat({ max: 24 });
export const at = <T>(all: T[], index: number): T | undefined => (index === 24 ? undefined : all[index % all.length]);
export const idAt = (all: { id: Generated }[], index: number) => at(all, index)?.id.value ?? unknownId;

export const some = <T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }, ...requiredKeys: (keyof T)[]) =>
  fc.record(fields, { requiredKeys }) as fc.Arbitrary<Partial<T>>;

/** The texts, with their segments and encoding by GSM 03.38. */
export const texts: Record<string, { segments: number; encoding: string }> = {
  hello: { segments: 1, encoding: "GSM-7" },
  " £ünnel ": { segments: 1, encoding: "GSM-7" },
  [`${"a".repeat(159)}b`]: { segments: 1, encoding: "GSM-7" },
  [`${"€".repeat(80)}`]: { segments: 1, encoding: "GSM-7" },
  [`${"€".repeat(80)}a`]: { segments: 2, encoding: "GSM-7" },
  дом: { segments: 1, encoding: "UCS-2" },
  [`${"ж".repeat(71)}`]: { segments: 2, encoding: "UCS-2" },
  ["🦄".repeat(160)]: { segments: 5, encoding: "UCS-2" },
};

export const contactPhones = ["+12025550101", "+12025550102", "+12025550103", "+442079460018"];
export const phone = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...contactPhones) },
  { weight: 3, arbitrary: fc.constantFrom(...Object.values(magic)) },
);
export const longest = "x".repeat(255);
export const numberName = fc.constantFrom("Sales", "SALES", "Ümlaut", "üMLAUT", longest);
export const maybeText = fc.constantFrom("", "a text", longest);
export const json = fc.constantFrom<Fields>(
  {},
  { sms: true },
  { deep: { list: [1, null, "é"], more: { a: "b" } } },
  { list: [2, 1] },
);
export const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 4 });
export const numberType = fc.constantFrom("local", "mobile", "toll_free");

export const message = fc.constantFrom(...Object.keys(texts));

export const tag = fc.constantFrom("a", "b", "A", "é,b", longest);
export const note = fc.constantFrom("note", "another", "note ");
export const externalId = fc.constantFrom("crm-1", "crm-2", "CRM-1", longest);
export const company = fc.constantFrom("Navy", "NAVY", "Army", "x%_y");
export const name = fc.constantFrom("Ada Lovelace", "ADA LOVELACE", "Grace Hopper", "Kurt", "Ünal 🦄");
export const details = {
  company,
  role: fc.constantFrom("Engineer", "", longest),
  externalId,
  metadata: json,
  tags: fc.array(tag, { maxLength: 4 }),
  notes: fc.array(note, { maxLength: 3 }),
};
export const newPhone = fc.oneof(
  phone,
  some(
    { phoneNumber: phone, label: fc.constantFrom("work", "", longest), isPrimary: fc.constant(true) },
    "phoneNumber",
  ),
);
export const newPhones = fc.array(newPhone, { minLength: 1, maxLength: 3 });
export const strategy = fc.constantFrom("prefer_target", "prefer_source", "prefer_non_null", "append");

export const recipient_id = fc.constantFrom("user", "another", longest);
