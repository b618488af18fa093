import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { callbackUrlsOf, loadConfig } from "../../server/config.ts";
import { isSigned } from "../../server/provider/twilio/signature.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, post } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";

const proxied = useApp({ publicUrl: () => "https://sms.example.com/messaging" });

const formType = { "content-type": "application/x-www-form-urlencoded" };
const path = "/api/external/sms/inbound";

const newForm = () => inboundForm(uniquePhone(), "+12025559999", "hello");

const encode = (form: Record<string, string>) => new URLSearchParams(form).toString();

const sign = (url: string, form: Record<string, string>, token = webhookClientSecret) =>
  twilio.getExpectedTwilioSignature(token, url, form);

const postSigned = (url: string, body: string, signature: string) =>
  post(url, body, { ...formType, "x-provider-signature": signature });

test("behind a proxy, the public address and its path are signed, whatever the Host header says", async () => {
  const form = newForm();
  const query = "?textId=a%20b&textId=2";
  const signature = sign(`https://sms.example.com/messaging${path}${query}`, form);

  const answer = await post(proxied.url + path + query, encode(form), {
    ...formType,
    "x-provider-signature": signature,
  });
  const own = newForm();
  const direct = await post(proxied.url + path, encode(own), {
    ...formType,
    "x-provider-signature": sign(proxied.url + path, own),
  });

  expect(answer.status, answer.text).not.toBe(401);
  expect(direct.status).toBe(401);
});

describe("without a public address,", () => {
  const config = loadConfig({}, {});
  const local = useApp({ callbackUrls: (port) => callbackUrlsOf(config, port) });
  const post = (origin: string, authToken = webhookClientSecret) => {
    const form = newForm();
    return postSigned(
      local.url + path,
      encode(form),
      sign(origin.replace("PORT", portOf(local.url)) + path, form, authToken),
    );
  };
  const portOf = (url: string) => new URL(url).port;

  test.each(["http://localhost:PORT", "http://127.0.0.1:PORT", "http://[::1]:PORT"])(
    "%s may be signed",
    async (origin) => {
      expect((await post(origin)).status).toBe(200);
    },
  );

  test.each(["http://localhost", "https://localhost:PORT", "http://127.0.0.2:PORT", "http://sms.example.com:PORT"])(
    "%s may not be signed",
    async (origin) => {
      expect((await post(origin)).status).toBe(401);
    },
  );

  test("the address that the server listens on may be signed, and a configured public address replaces all others", () => {
    expect(callbackUrlsOf(loadConfig({ HOST: "10.0.0.7" }, {}), 80)).toEqual([
      "http://10.0.0.7:80",
      "http://localhost:80",
      "http://127.0.0.1:80",
      "http://[::1]:80",
    ]);
    const baseUrl = "https://sms.example.com";
    expect(callbackUrlsOf(loadConfig({ BASE_URL: `${baseUrl}/` }, {}), 80)).toEqual([baseUrl]);
  });
});

describe("the default port of a scheme is optional in the signed URL:", () => {
  const token = "12345";
  test.each([
    ["https://sms.example.com/x?y=1", "https://sms.example.com:443/x?y=1"],
    ["https://sms.example.com:443/x", "https://sms.example.com/x"],
    ["http://sms.example.com/x", "http://sms.example.com:80/x"],
    ["https://[::1]/x", "https://[::1]:443/x"],
  ])("%s is accepted when signed as %s", (url, signed) => {
    const signature = sign(signed, { a: "b" }, token);
    expect(isSigned(token, { urls: [url], signature, content: { form: [["a", "b"]] } })).toBe(true);
  });

  test.each([
    ["https://sms.example.com:8443/x", "https://sms.example.com/x"],
    ["https://sms.example.com/x", "https://sms.example.com:80/x"],
    ["https://sms.example.com/x", "http://sms.example.com/x"],
    ["https://sms.example.com/x:443", "https://sms.example.com/x"],
  ])("%s is refused when signed as %s", (url, signed) => {
    const signature = sign(signed, { a: "b" }, token);
    expect(isSigned(token, { urls: [url], signature, content: { form: [["a", "b"]] } })).toBe(false);
  });
});
