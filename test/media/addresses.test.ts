import { expect, test } from "vitest";
import { createFileFetcher } from "../../server/media/fetch-file.ts";
import { twilio } from "../../server/provider/twilio/kind.ts";
import { guardAddresses } from "../../server/webhooks/addresses.ts";
import { useApp } from "../support/app.ts";
import { pictures, receiveFiles, sendBytes, useFetcher, useFileHost, whenFetched } from "../support/media.ts";
import { innerNames, innerUrls, loopbackUrls } from "../support/ssrf.ts";
import { onlyHere } from "../support/webhooks.ts";

const host = useFileHost();
const elsewhere = useFileHost();
const app = useApp();
const settings = { accountSid: "AC1", authToken: "a token" };
const authorization = `Basic ${Buffer.from("AC1:a token").toString("base64")}`;
const authorize = (url: URL) =>
  twilio.authorizeMedia!({ ...settings, baseUrl: new URL(host.serve("/", () => {})).origin }, url);
useFetcher(app, { delays: [], authorize });

const never = new AbortController().signal;

/** The addresses of the names of the tests. No other name has one. */
const findNames = async (name: string) => {
  const found = innerNames[name];
  if (!found) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

test.each([...loopbackUrls.map((url) => url.replaceAll("{port}", "9")), ...innerUrls])(
  "%s is refused before a connection is made",
  async (url) => {
    const fetchFile = createFileFetcher({ findAddresses: guardAddresses(findNames, []), authorize: () => ({}) });

    await expect(fetchFile(url, never)).rejects.toMatchObject({
      code: expect.stringMatching(/^(address_refused|invalid_address|ENOTFOUND)$/),
    });
  },
);

test("a public address is not asked without encryption", async () => {
  const fetchFile = createFileFetcher({ findAddresses: guardAddresses(findNames, []), authorize: () => ({}) });

  await expect(fetchFile("http://public.example/1", never)).rejects.toMatchObject({ code: "not_https" });
});

test("a connection is made to the address that was checked, whatever the name means afterwards", async () => {
  let asked = 0;
  const url = new URL(host.serve("/rebound", sendBytes(pictures["image/png"])));
  url.hostname = "rebound.example";
  const findAddresses = guardAddresses(async () => {
    asked += 1;
    return asked === 1 ? [{ address: "127.0.0.1", family: 4 }] : [{ address: "10.0.0.1", family: 4 }];
  }, ["127.0.0.0/8"]);

  expect(await createFileFetcher({ findAddresses, authorize: () => ({}) })(url.href, never)).toEqual(
    pictures["image/png"],
  );
  expect(asked).toBe(1);
});

test.each([
  "http://10.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00::1]/",
  "https://private.example/",
])("a redirect to %s is refused", async (location) => {
  const url = host.serve("/inward", (response) => response.writeHead(302, { location }).end());
  const findAddresses = guardAddresses(
    (name) => (name in innerNames ? findNames(name) : onlyHere(name)),
    ["127.0.0.0/8"],
  );

  const fetching = createFileFetcher({ findAddresses, authorize: () => ({}) })(url, never);

  await expect(fetching).rejects.toMatchObject({ code: "address_refused" });
});

test("the carrier's host gets the credentials, and another host gets none, also on the way back from it", async () => {
  const { client, number } = await app.signIn();
  const wanted = host.serve("/demanding", (response) => {
    if (response.req.headers.authorization !== authorization) return response.writeHead(401).end();
    return response.writeHead(307, { location: elsewhere.serve("/file", sendBytes(pictures["image/png"])) }).end();
  });
  const back = host.serve("/back", (response) =>
    response.writeHead(302, { location: elsewhere.serve("/away", away) }).end(),
  );
  const away = (response: import("node:http").ServerResponse) =>
    response.writeHead(302, { location: host.serve("/returned", sendBytes(pictures["image/gif"])) }).end();
  const strange = elsewhere.serve("/strange", (response) =>
    response.writeHead(302, { location: host.serve("/lured", sendBytes(pictures["image/gif"])) }).end(),
  );

  const message = await receiveFiles(app, { client, number }, [wanted, back, strange]);

  for (const at of [0, 1, 2]) expect(await whenFetched(app, message, at)).toMatchObject({ state: "stored" });
  const given = (requests: typeof host.requests) =>
    Object.fromEntries(requests.map(({ path, headers }) => [path, headers.authorization]));
  expect(given(host.requests)).toMatchObject({ "/demanding": authorization, "/back": authorization });
  expect(given(host.requests)).toMatchObject({ "/returned": undefined, "/lured": undefined });
  expect(given(elsewhere.requests)).toEqual({ "/file": undefined, "/away": undefined, "/strange": undefined });
});

test("only the carrier's own addresses get its credentials, and none without encryption but the configured one", () => {
  const at = (address: string, baseUrl = "https://api.twilio.com") =>
    twilio.authorizeMedia!({ ...settings, baseUrl }, new URL(address));

  expect(at("https://api.twilio.com/2010-04-01/Accounts/AC1/Media/ME1")).toEqual({ authorization });
  for (const address of [
    "http://api.twilio.com/1",
    "https://api.twilio.com.evil.example/1",
    "https://api.twilio.com:8443/1",
    "https://media.twiliocdn.com/1",
    "https://evil.example/api.twilio.com",
  ])
    expect(at(address), address).toEqual({});
  expect(at("http://localhost:4010/1", "http://localhost:4010/base")).toEqual({ authorization });
});

test("credentials in an address are not sent", async () => {
  const url = new URL(host.serve("/with-user", sendBytes(pictures["image/png"])));
  url.username = "user";
  url.password = "secret";
  const findAddresses = guardAddresses(onlyHere, ["127.0.0.0/8"]);

  await createFileFetcher({ findAddresses, authorize: () => ({}) })(url.href, never);

  expect(host.requests.find(({ path }) => path === "/with-user")!.headers).not.toHaveProperty("authorization");
});
