import { guardAddresses } from "../../../server/webhooks/addresses.ts";
import { createPoster, type PostResult } from "../../../server/webhooks/post.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer } from "../../support/fake-server.ts";
import { createRecordingNetwork, createResolver, toAddress } from "../../support/recording-network.ts";
import { innerNames, innerUrls, loopbackUrls } from "../../support/ssrf.ts";
import { makeAllDue } from "../../support/webhooks.ts";
import { postSigned } from "../callbacks.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import { type Service, startService } from "../service.ts";

export const i4: Experiment = {
  id: "I4",
  title: "inner addresses in every spelling as `replyWebhookUrl`, names that change their addresses, and redirects",
  passesWhen:
    "no connection is opened, each delivery records the refused address, and an operator's exception allows it",
  seconds: { full: 180, short: 120 },
  async run(context) {
    const guard = await tryGuard();
    const problems: string[] = [];
    const canary = await context.startFakeServer(answer(307, "", { location: "/followed" }));
    const urls = loopbackUrls
      .map((url, index) => `${url}${index}`.replace("{port}", new URL(canary.url).port))
      .filter((url) => !isWeb(url) || leadsHere(url));
    const given = context.size(1, 0) === 1 ? urls : context.random.shuffle(urls).slice(0, 12);

    const service = await startService(context);
    const { accepted, answers } = await sendAll(context, service, given);
    const attempts = await waitForAttempts(service, accepted.length);
    const wrong = attempts.filter(({ error }) => error !== "address_refused");
    problems.push(...wrong.map(({ url, error, status }) => `${url}: ${error ?? status}`));
    if (canary.connections.opened > 0) problems.push(`the canary had ${canary.connections.opened} connections`);
    if (accepted.length === 0) problems.push("no address was accepted");

    const reached = context.size(1, 0) === 1 ? await tryAllowed() : [];
    return {
      n: guard.n + given.length,
      problems: [...problems, ...guard.problems],
      details: {
        atTheGuard: guard.n,
        given: given.length,
        answers: tally(answers),
        reachedWhenAllowed: reached.length,
      },
    };

    /** Allows this machine, so that the same addresses reach the canary. Its redirects must not be followed. */
    async function tryAllowed(): Promise<string[]> {
      await service.server.stop();
      const allowed = { WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8,0.0.0.0/32,::/127", ROLE: "worker" };
      await context.startServer({ ...service.settings, ...allowed });
      const expected = accepted.filter(leadsToCanary);
      const missing = () => {
        const paths = new Set(canary.requests.map(({ path }) => path));
        return expected.filter((url) => !paths.has(new URL(url).pathname));
      };
      await until(
        `these addresses reach the canary: ${missing()}`,
        async () => {
          await makeAllDue(service.em());
          return missing().length === 0;
        },
        { every: 100 },
      );
      const followed = canary.requests.filter(({ path }) => path === "/followed");
      if (followed.length > 0) problems.push("a redirect was followed");
      if (expected.length < 10) problems.push(`only ${expected.length} addresses lead to the canary`);
      return expected;
    }
  },
};

/** Tests the address check in this process, with a recording network instead of connections. */
async function tryGuard(): Promise<{ n: number; problems: string[] }> {
  const problems: string[] = [];
  const find = createResolver(innerNames);
  const tried = [...loopbackUrls.map((url) => url.replace("{port}", "80")), ...innerUrls].filter(isWeb);
  for (const url of tried) {
    const { result, destinations } = await postOnce(url, find);
    if (!isRefusal(result) || destinations.length > 0)
      problems.push(`${url}: ${JSON.stringify({ result, destinations })}`);
  }

  // The name changes its addresses at every lookup. A connection must use the checked address.
  const addressLists = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::1"], ["169.254.169.254"]];
  for (const [index] of addressLists.entries()) {
    let lookups = index;
    const resolve = async () => addressLists[lookups++ % addressLists.length]!.map(toAddress);
    for (let turn = 0; turn < addressLists.length; turn++) {
      const isPublic = lookups % addressLists.length === 0;
      const { destinations } = await postOnce("http://rebinding.example/", resolve);
      const wanted = isPublic ? "93.184.215.14" : "";
      if (destinations.join() !== wanted)
        problems.push(`rebinding: connected to ${destinations} instead of ${wanted || "nothing"}`);
    }
  }

  const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
    [...innerUrls, "//127.0.0.1/", "/elsewhere"].map((location) => ({ status, location })),
  );
  for (const { status, location } of redirects) {
    const response = `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nRefresh: 0; url=${location}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    const { result, destinations } = await postOnce("http://93.184.215.14/", find, response);
    if (destinations.length !== 1 || !("status" in result))
      problems.push(`${status} to ${location}: connected to ${destinations}`);
  }
  return { n: tried.length + addressLists.length ** 2 + redirects.length, problems };
}

async function postOnce(url: string, find: Parameters<typeof guardAddresses>[0], response?: string) {
  const { destinations, connect } = createRecordingNetwork(response);
  const post = createPoster({ findAddresses: guardAddresses(find, []), timeoutMilliseconds: 2_000, connect });
  const result = await post({ url, headers: {}, body: "{}" }, new AbortController().signal);
  return { result, destinations: destinations.map(({ address }) => address) };
}

const isRefusal = (result: PostResult) => "error" in result && result.error === "address_refused";

const isWeb = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** Whether the address leads to this machine without a query to a name server. */
function leadsHere(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(127\.[\d.]+|0\.0\.0\.0|localhost|\[::1?\]|\[::ffff:7f..:[\da-f]+\])$/.test(hostname);
}

/** Whether the address leads to a listener on 127.0.0.1 without TLS. */
const leadsToCanary = (url: string) =>
  /^http:\/\/(127\.0\.0\.1|0\.0\.0\.0|localhost|\[::ffff:7f00:1\]):/.test(new URL(url).origin);

/** Sends a text with each address and replies to the text. Returns the accepted addresses. */
async function sendAll(context: ExperimentContext, service: Service, urls: string[]) {
  const { client, number } = await service.signIn();
  const accepted: string[] = [];
  const answers: string[] = [];
  await forEach(context, urls, 8, async (replyWebhookUrl) => {
    const phone = uniquePhone();
    const sent = await client.raw("sendText", { body: { phone_number: phone, message: "hello", replyWebhookUrl } });
    answers.push(nameOf(sent));
    if (sent.status !== 200) return;
    accepted.push(replyWebhookUrl);
    await postSigned(service, "inbound", inboundForm(phone, number, "hello"));
  });
  return { accepted, answers };
}

interface Attempt {
  url: string;
  error: string | null;
  status: number | null;
}

async function waitForAttempts(service: Service, count: number): Promise<Attempt[]> {
  const statement =
    "select d.url, a.error, a.status from webhook_attempt a join webhook_delivery d on d.team_id = a.team_id and d.id = a.delivery_id";
  let attempts: Attempt[] = [];
  await until("every reply was attempted", async () => {
    attempts = await service.em().execute<Attempt[]>(statement);
    return new Set(attempts.map(({ url }) => url)).size === count;
  });
  return attempts;
}
