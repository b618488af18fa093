import { expect, test } from "vitest";
import { createLog } from "../../server/log.ts";
import { createRefusalReport } from "../../server/provider/refused-server.ts";
import { createTwilioProvider } from "../../server/provider/twilio/send.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { accept, refuse, useFakeServer } from "../support/fake-server.ts";

const fakeServer = useFakeServer();
const carrier = () =>
  createTwilioProvider({
    accountSid: "AC1",
    authToken: "a wrong token",
    baseUrl: fakeServer.url,
    callbackBaseUrl: undefined,
    log: createLog("silent"),
  });
const app = useApp({ carrier });

async function refusalsCounted(): Promise<number> {
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^messaging_provider_credentials_refused_total (\d+)$/m.exec(metrics)![1]);
}

test("wrong credentials are an error in the log once a minute and a metric, and the server stays ready", async () => {
  const { client } = await app.signIn();
  const send = () => client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });
  const errors = () => app.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === "error");

  fakeServer.behaviour = refuse(21211);
  await send();
  expect(await refusalsCounted()).toBe(0);
  fakeServer.behaviour = refuse(20003, 401);
  await Promise.all(Array.from({ length: 5 }, send));
  fakeServer.behaviour = accept;
  await send();

  expect(await refusalsCounted()).toBe(5);
  const ours = errors().filter(({ msg }) => msg.startsWith("the provider refuses this server's credentials"));
  expect(ours).toMatchObject([{ errorCode: "20003" }]);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test("the report comes again after a pause", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const report = { often: createRefusalReport(log, 0), seldom: createRefusalReport(log) };

  for (const tell of [report.often, report.often, report.seldom, report.seldom]) tell("20003");

  expect(lines).toHaveLength(3);
});
