import twilio from "twilio";
import { describe, expect, test } from "vitest";
import type { OutboundText } from "../../server/provider/provider.ts";
import type { ReceivedRequest } from "../support/fake-server.ts";
import * as behaviours from "../support/fake-server.ts";
import { accountSid, authToken, newText, useTwilio } from "../support/twilio.ts";

const { fakeServer, logLines, open } = useTwilio();

describe("connections", () => {
  test("are reused, and at most the configured number is open", async () => {
    const provider = open({ maxConnections: 5 });

    const outcomes = await Promise.all(Array.from({ length: 40 }, () => provider.send(newText())));

    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(40).fill("accepted"));
    expect(fakeServer.requests).toHaveLength(40);
    expect(fakeServer.connections).toEqual({ opened: 5, open: 5, maxOpen: 5 });
  });

  test("are reused after a refusal", async () => {
    const provider = open({ maxConnections: 1 });
    fakeServer.behaviour = behaviours.refuse(21211);
    for (let sent = 0; sent < 3; sent += 1) await provider.send(newText());
    expect(fakeServer.connections.opened).toBe(1);
  });

  test("that the provider closed while they were idle lose no text", async () => {
    const provider = open({ maxConnections: 1 });
    for (let sent = 1; sent <= 10; sent += 1) {
      expect(await provider.send(newText())).toMatchObject({ kind: "accepted" });
      expect(fakeServer.connections.opened).toBe(sent);
      fakeServer.endIdle("close");
    }
    expect(fakeServer.requests).toHaveLength(10);
  });

  test("may end at any moment: no text is read twice, and no refused text is read", async () => {
    const provider = open({ maxConnections: 4 });
    const answers = [behaviours.accept, behaviours.accept, behaviours.reset, behaviours.closeWithoutAnswer];
    fakeServer.behaviour = (request, response) => {
      answers[fakeServer.requests.length % answers.length]!(request, response);
      if (fakeServer.requests.length % 3 === 0)
        fakeServer.endIdle(fakeServer.requests.length % 2 === 0 ? "close" : "reset");
    };
    const texts = Array.from({ length: 400 }, newText);

    const outcomes = await Promise.all(texts.map((text) => provider.send(text)));

    const timesRead = { accepted: [1], refused: [0], unknown: [0, 1] };
    const wrong = texts.flatMap(({ to }, at) => {
      const { kind } = outcomes[at]!;
      const times = fakeServer.requestsTo(to).length;
      return timesRead[kind].includes(times) ? [] : `${kind}, read ${times} times`;
    });
    expect(wrong).toEqual([]);
  });

  test("are closed with the provider, after the texts in flight", async () => {
    const provider = open();
    const text = newText();
    let finish: () => void = () => {};
    fakeServer.behaviour = (request, response) => {
      finish = () => behaviours.accept(request, response);
    };
    const sending = provider.send(text);
    await fakeServer.received(text.to);

    const closing = provider.close();
    finish();

    expect(await sending).toMatchObject({ kind: "accepted" });
    await closing;
    await expect.poll(() => fakeServer.connections.open).toBe(0);
  });
});

describe("the request", () => {
  /** What the provider's own client sends for the same text. */
  async function sendByPackage(text: OutboundText, statusCallback?: string): Promise<void> {
    const httpClient = new twilio.RequestClient({ keepAlive: false });
    const request = httpClient.request.bind(httpClient);
    httpClient.request = (given) =>
      request({ ...given, uri: given.uri.replace("https://api.twilio.com", fakeServer.url) });
    const client = twilio(accountSid, authToken, { httpClient });
    const { to, from, body, mediaUrls: mediaUrl } = text;
    await client.messages.create({
      ...{ to, from },
      ...(body !== "" && { body }),
      ...(mediaUrl && { mediaUrl }),
      ...(statusCallback && { statusCallback }),
    });
  }

  const shapeOf = ({ method, path, headers, form }: ReceivedRequest) => ({
    method,
    path,
    form,
    authorization: headers.authorization,
    accept: headers.accept,
    type: headers["content-type"],
    host: headers.host,
  });

  test.each([undefined, "https://sms.example.com/base"])(
    "equals the request of the provider's own client, with a base URL of %s",
    async (callbackBaseUrl) => {
      const text = newText();
      const statusCallback =
        callbackBaseUrl && `${callbackBaseUrl}/api/external/sms/status?team=${text.teamId}&textId=${text.id}`;

      await open({ callbackBaseUrl }).send(text);
      await sendByPackage(text, statusCallback);

      const [ours, theirs] = fakeServer.requests.map(shapeOf);
      expect(ours).toEqual(theirs);
      expect(ours!.form).toEqual({
        To: text.to,
        From: text.from,
        Body: text.body,
        ...(statusCallback && { StatusCallback: statusCallback }),
      });
    },
  );

  test.each(["", "look"])("names each file as the provider's own client does, with the text %j", async (body) => {
    const mediaUrls = ["https://example.com/1.jpg?a=1&b=ü", "https://example.com/2.png"];
    const text = { ...newText(), body, mediaUrls };
    const bodies: string[] = [];
    fakeServer.behaviour = (request, response) => {
      bodies.push(request.body);
      behaviours.accept(request, response);
    };

    await open().send(text);
    await sendByPackage(text);

    const [ours, theirs] = bodies.map((each) => [...new URLSearchParams(each)].toSorted());
    expect(ours).toEqual(theirs);
    expect(ours!.filter(([name]) => name === "MediaUrl")).toEqual(mediaUrls.map((url) => ["MediaUrl", url]));
    expect(ours!.some(([name]) => name === "Body")).toBe(body !== "");
  });

  test("names the callback path for the delivery statuses of each kind of text", async () => {
    const provider = open({ callbackBaseUrl: "https://sms.example.com" });
    const [text, otp] = [newText(), { ...newText(), kind: "otp" as const }];
    for (const each of [text, otp]) await provider.send(each);

    expect(fakeServer.requests.map(({ form }) => form.StatusCallback)).toEqual([
      `https://sms.example.com/api/external/sms/status?team=${text.teamId}&textId=${text.id}`,
      `https://sms.example.com/api/external/sms/otp-status?otpId=${otp.id}&team=${otp.teamId}`,
    ]);
  });

  test("keeps the path of a base URL", async () => {
    await open({ baseUrl: `${fakeServer.url}/twilio` }).send(newText());
    expect(fakeServer.requests[0]!.path).toBe(`/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`);
  });
});

test("a refused or unknown outcome is logged with its cause, and no log has the token or the text", async () => {
  const provider = open();
  const sequence = [behaviours.accept, behaviours.refuse(21211), behaviours.reset, behaviours.answer(500, "")];
  for (const behaviour of sequence) {
    fakeServer.behaviour = behaviour;
    await provider.send(newText());
  }
  const secrets = [authToken, Buffer.from(`${accountSid}:${authToken}`).toString("base64"), "Tom", "authorization"];
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
    { outcome: { kind: "refused", errorCode: "21211" }, httpStatus: 400 },
    { outcome: { kind: "unknown" }, cause: "ECONNRESET" },
    { outcome: { kind: "unknown" }, httpStatus: 500 },
  ]);
  for (const secret of secrets) expect(logLines.join("\n").toLowerCase()).not.toContain(secret.toLowerCase());
});
