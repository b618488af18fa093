import { request } from "node:http";
import twilio from "twilio";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, post } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { openStream } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { pictures } from "../support/media.ts";
import { uploadOf } from "../support/uploads.ts";
import { findFreePort } from "./program.ts";

/** A proxy on loopback. */
export interface RunningProxy {
  /** Its address for each of the two sites: at the root, and under the path /sms. */
  root: string;
  prefixed: string;
  /** The lines of its access log: the method, the status and the path of each. */
  accessLog(): { method: string; status: number; path: string; rest: string }[];
  /** All that it has written, to any log. */
  written(): string;
  stop(): Promise<void>;
}

/** Starts a proxy whose sites lead to the server on a port of loopback. */
export type StartProxy = (targetPort: number) => Promise<RunningProxy>;

const publicUrl = "https://sms.example.com";

/** Declares the tests that each proxy of deploy/ passes. */
export function describeProxy(name: string, start: StartProxy): void {
  describe.each([
    ["at the root", "", publicUrl],
    ["under a path", "/sms", `${publicUrl}/sms`],
  ])(`${name} %s`, (_, prefix, baseUrl) => {
    const trustedProxies = ["127.0.0.1/32", "::1/128"];
    const app = useApp({ publicUrl: () => baseUrl, trustedProxies });
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await start(Number(new URL(app.url).port));
    });
    afterAll(() => proxy.stop());
    const url = () => (prefix === "" ? proxy.root : `${proxy.prefixed}${prefix}`);
    const signIn = async () => {
      const { key, ...signedIn } = await app.signIn();
      return { ...signedIn, key, client: createClient(url(), key) };
    };

    test("passes callbacks on so that their signature is right", async () => {
      const { number } = await signIn();
      const form = inboundForm(uniquePhone(), number, "hello, 😀 & more");
      const query = "?a=1&b=%2F%20x";
      const post = (signedFor: string) =>
        postSigned(`${url()}/api/external/sms/inbound${query}`, signedFor + query, form);

      expect((await post(`${baseUrl}/api/external/sms/inbound`)).status).toBe(200);
      expect((await post("https://other.example.com/api/external/sms/inbound")).status).toBe(401);
    });

    test("passes events on at once", async () => {
      const { client, key } = await signIn();
      const stream = await openStream(url(), key);
      const started = performance.now();

      await client.createContact({ body: { name: "Ann", phones: [uniquePhone()] } });

      expect((await stream.next()).event.type).toBe("contact.changed");
      expect(performance.now() - started).toBeLessThan(10_000);
      stream.close();
    });

    test("passes the largest file on, and leaves the refusal of a larger one to the server", async () => {
      const { client } = await signIn();
      const [largest, larger] = [pictureOf(5 * 1_048_576), pictureOf(5 * 1_048_576 + 1)];

      expect((await client.raw("uploadMedia", uploadOf(largest))).status).toBe(201);
      expect(await client.raw("uploadMedia", uploadOf(larger))).toMatchObject({
        status: 413,
        body: { error: "payload_too_large" },
      });
    });

    test("names the client, whatever the client says", async () => {
      const { client, key } = await signIn();
      await createFrom("127.0.0.2", url(), key, { "x-forwarded-for": "203.0.113.7, 127.0.0.1" });

      const { auditEvents } = await client.listAuditEvents({});
      expect(auditEvents[0]!.address).toBe("127.0.0.2");
    });

    test("does not show the metrics", async () => {
      expect((await fetch(`${url()}/metrics`)).status).toBe(404);
      expect((await fetch(`${url()}/healthz`)).status).toBe(200);
    });

    test("logs the method, the status, the time and the beginning of the path, and nothing else of a request", async () => {
      const { key } = await signIn();
      const phone = uniquePhone();
      const [name, text] = ["Canarium-Schwalbe", "the-words-of-a-text"];
      const personal = [phone.slice(1), name, text];
      const secrets = [key, ...personal, "token-of-a-link", "some-agent", "some-cookie"];
      const headers = {
        ...{ "x-api-key": key, "user-agent": "some-agent", cookie: "a=some-cookie" },
        referer: `https://crm.example.com/${name}?draft=${text}`,
      };
      const before = proxy.accessLog().length;
      for (const path of [
        `/api/contacts/by-phone/${phone}?api_key=${key}`,
        `/api/threads?api_key=${key}&phones=${phone}`,
        `/api/phone-data/${phone}`,
        "/media/token-of-a-link?expires=1",
        "/status/token-of-a-link",
        `/${phone.slice(0, 1)}a/b/${phone}`,
        `/api/contacts?query=${name}&draft=${text}`,
      ])
        await (await fetch(`${url()}${path}`, { headers })).text();
      const body = JSON.stringify({ phone_number: phone, message: `${text} to ${name}` });
      const json = { ...headers, "content-type": "application/json" };
      expect((await fetch(`${url()}/api/text`, { method: "POST", headers: json, body })).status).toBe(200);

      await vi.waitFor(() => expect(proxy.accessLog().length).toBe(before + 8));
      const lines = proxy.accessLog().slice(before);
      const short = (path: string) => (prefix + path).split("/").slice(0, 3).join("/");
      expect(lines.map(({ method, path }) => `${method} ${path}`)).toEqual([
        ...["/api/contacts", "/api/threads", "/api/phone-data", "/media", "/status", "/+a/b", "/api/contacts"].map(
          (path) => `GET ${short(path)}`,
        ),
        `POST ${short("/api/text")}`,
      ]);
      for (const { rest } of lines) expect(rest).toMatch(/^[\d.:TZ+-]+ [\d.]+$/);
      for (const secret of secrets) expect(proxy.written()).not.toContain(secret);
      // What the server behind it has logged.
      for (const secret of [key, ...personal]) expect(app.logLines.join("\n")).not.toContain(secret);
    });
  });

  test(`${name} logs no more of a request that fails`, async () => {
    const proxy = await start(await findFreePort());
    const phone = uniquePhone();

    const { status } = await fetch(`${proxy.root}/api/contacts/by-phone/${phone}`, {
      headers: { "x-api-key": "a-key" },
    });

    expect([502, 503]).toContain(status);
    await vi.waitFor(() => expect(proxy.accessLog()).toMatchObject([{ status }]));
    await proxy.stop();
    for (const secret of [phone.slice(1), "a-key"]) expect(proxy.written()).not.toContain(secret);
  });
}

/** Posts a form that is signed for another address. */
const postSigned = (address: string, signedFor: string, form: Record<string, string>) =>
  post(address, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(webhookClientSecret, signedFor, form),
  });

/** Creates a contact from another address of this machine. */
function createFrom(localAddress: string, url: string, key: string, headers: Record<string, string>): Promise<void> {
  const { hostname, port, pathname } = new URL(`${url}/api/contacts`);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ hostname, port, path: pathname, localAddress, method: "POST" },
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      },
      (response) => response.resume().once("end", () => resolve()),
    );
    sent.once("error", reject);
    sent.end(JSON.stringify({ name: "Bob", phones: [uniquePhone()] }));
  });
}

/** A picture of a size in bytes. */
const pictureOf = (bytes: number) =>
  Buffer.concat([pictures["image/png"], Buffer.alloc(bytes - pictures["image/png"].length)]);
