import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

let client: Client;

interface Listed {
  name: string;
  isPrimary: boolean;
}

beforeAll(async () => {
  const signedIn = await app.signIn({ withNumber: false });
  client = signedIn.client;
  const add = async (name: string, fields: object = {}) => {
    const body = { name, phoneNumber: uniquePhone(), phoneNumberSid: "PN1", ...fields };
    return { id: (await client.createBusinessNumber({ body })).businessNumber.id };
  };
  await add("first", { agentProfile: "Sales", settings: { a: 1 }, capabilities: { sms: true } });
  await add("mobile", { type: "mobile", agentProfile: "sales" });
  await add("free", { type: "toll_free", agentProfile: "100%_sure" });
  await client.updateBusinessNumber({ path: await add("paused", { type: "mobile" }), body: { status: "paused" } });
  await client.archiveBusinessNumber({ path: await add("archived", { type: "mobile", agentProfile: "Sales" }) });

  const other = await app.signIn();
  await other.client.createBusinessNumber({
    body: { name: "others", phoneNumber: uniquePhone(), phoneNumberSid: "PN1", agentProfile: "Sales" },
  });
});

const list = (query: string) => client.request("GET", `/api/business-numbers?${query}`);

test.each<[string, string[]]>([
  ["", ["first", "mobile", "free", "paused"]],
  ["status=active", ["first", "mobile", "free"]],
  ["status=paused", ["paused"]],
  ["status=archived", ["archived"]],
  ["type=local", ["first"]],
  ["type=mobile", ["mobile", "paused"]],
  ["type=toll_free", ["free"]],
  ["agent_profile=Sales", ["first"]],
  ["agent_profile=SALES", []],
  ["agent_profile=Sal", []],
  ["agent_profile=100%25_sure", ["free"]],
  ["agent_profile=%25", []],
  ["agent_profile=null", []],
  ["status=&type=&is_primary=&agent_profile=", ["first", "mobile", "free", "paused"]],
  ["is_primary=true", ["first"]],
  ["is_primary=false", ["mobile", "free", "paused"]],
  ["type=mobile&status=archived", ["archived"]],
  ["type=mobile&status=active&is_primary=false&agent_profile=sales", ["mobile"]],
  ["status=archived&is_primary=true", []],
  ["status=archived&agent_profile=Sales", ["archived"]],
  ["per_page=1&Status=paused&search=x&status[]=paused", ["first", "mobile", "free", "paused"]],
])("the list with %j contains the matching numbers of the team, oldest first", async (query, names) => {
  const answer = await list(query);

  expect(answer.status, answer.text).toBe(200);
  expect(Object.keys(answer.body)).toEqual(["businessNumbers"]);
  expect(answer.body.businessNumbers.map(({ name }: Listed) => name)).toEqual(names);
});

test.each([
  ...["status=ACTIVE", "status=deleted", "status=active,paused", "status=null"],
  ...["status=active&status=paused", "status=active&status=active"],
  ...["type=Local", "type=fax", "type=toll-free", "type=local&type=mobile"],
  ...["is_primary=yes", "is_primary=1", "is_primary=0", "is_primary=TRUE", "is_primary=null"],
  ...["is_primary=true&is_primary=false", "agent_profile=a%00b", "agent_profile=a&agent_profile=b"],
])("the filter %j is a validation_error of its parameter", async (query) => {
  const answer = await list(query);

  expect(answer, answer.text).toMatchObject({ status: 422, body: { error: "validation_error" } });
  expect(answer.body.details).toMatchObject([{ field: query.split("=")[0], code: "validation_error" }]);
});

test("all invalid filters are listed at once", async () => {
  const { body } = await list("is_primary=x&status=x&type=x");
  expect(body.details.map(({ field }: { field: string }) => field)).toEqual(["status", "type", "is_primary"]);
});

test("an item of the list is the record without its settings, its address for inbound texts and its provider id", async () => {
  const { businessNumbers } = await client.listBusinessNumbers();
  for (const item of businessNumbers) {
    const whole = await client.getBusinessNumber({ path: { id: item.id } });
    const { settings, phoneNumberSid, inboundWebhookUrl, autoReplies, ...summary } = whole;
    expect(item).toEqual(summary);
    expect([settings, phoneNumberSid, inboundWebhookUrl, autoReplies]).not.toContain(undefined);
  }
});

test("a team without numbers has an empty list", async () => {
  const { client } = await app.signIn({ withNumber: false });
  expect(await client.listBusinessNumbers()).toEqual({ businessNumbers: [] });
});
