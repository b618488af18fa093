import { guardAddresses } from "../../../server/webhooks/addresses.ts";
import { createPoster, type PostResult } from "../../../server/webhooks/post.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createDial, createNames, toAddress } from "../../support/dial.ts";
import { uniquePhone } from "../../support/factories.ts";
import { changeJobs } from "../../support/jobs.ts";
import { innerNames, innerUrls, loopbackUrls } from "../../support/ssrf.ts";
import { answer } from "../../support/stand-in.ts";
import type { ExperimentContext } from "../bench.ts";
import { postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import { openSite, type Site } from "../site.ts";

export const i4: Experiment = {
  id: "I4",
  title: "inner addresses in every spelling as `replyWebhookUrl`, names that change their meaning, and redirects",
  passesWhen: "nobody is connected to; each reply is refused its address; where the operator allows it, it arrives",
  seconds: { full: 180, short: 120 },
  async run(context) {
    const guard = await tryGuard();
    const problems: string[] = [];
    const canary = await context.startStandIn(answer(307, "", { location: "/followed" }));
    const urls = loopbackUrls
      .map((url, index) => `${url}${index}`.replace("{port}", new URL(canary.url).port))
      .filter((url) => !isWeb(url) || leadsHere(url));
    const some = context.size(1, 0) === 1 ? urls : context.random.shuffle(urls).slice(0, 12);

    const site = await openSite(context);
    const { accepted, answers } = await sendAll(context, site, some);
    const attempted = await waitForAttempts(site, accepted.length);
    const wrong = attempted.filter(({ error }) => error !== "address_refused");
    problems.push(...wrong.map(({ url, error, status }) => `${url}: ${error ?? status}`));
    if (canary.connections.opened > 0) problems.push(`the canary had ${canary.connections.opened} connections`);
    if (accepted.length === 0) problems.push("no address was taken at all");

    const reached = context.size(1, 0) === 1 ? await tryAllowed() : [];
    return {
      n: guard.n + some.length,
      problems: [...problems, ...guard.problems],
      details: { atTheGuard: guard.n, given: some.length, answers: tally(answers), reachedWhenAllowed: reached.length },
    };

    /** Lets the operator allow this machine, so that the same addresses lead to the canary, and not to where it sends. */
    async function tryAllowed(): Promise<string[]> {
      await site.server.stop();
      const allowed = { WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8,0.0.0.0/32,::/127", ROLE: "worker" };
      await context.startServer({ ...site.settings, ...allowed });
      const expected = accepted.filter(leadsToCanary);
      const missing = () => {
        const paths = new Set(canary.requests.map(({ path }) => path));
        return expected.filter((url) => !paths.has(new URL(url).pathname));
      };
      await until(
        `these reach the canary: ${missing()}`,
        async () => {
          await changeJobs(site.em(), "name = 'webhooks.deliver'", "start_after = now()");
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

/** Posts at the guard, from this process, to a network that is not there. */
async function tryGuard(): Promise<{ n: number; problems: string[] }> {
  const problems: string[] = [];
  const find = createNames(innerNames);
  const tried = [...loopbackUrls.map((url) => url.replace("{port}", "80")), ...innerUrls].filter(isWeb);
  for (const url of tried) {
    const { result, dialled } = await postOnce(url, find);
    if (!isRefusal(result) || dialled.length > 0) problems.push(`${url}: ${JSON.stringify({ result, dialled })}`);
  }

  // A name has another meaning at every look-up: whatever is dialled must be what was checked.
  const meanings = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::1"], ["169.254.169.254"]];
  for (const [index] of meanings.entries()) {
    let lookups = index;
    const rebind = async () => meanings[lookups++ % meanings.length]!.map(toAddress);
    for (let turn = 0; turn < meanings.length; turn++) {
      const isPublic = lookups % meanings.length === 0;
      const { dialled } = await postOnce("http://rebinding.example/", rebind);
      const wanted = isPublic ? "93.184.215.14" : "";
      if (dialled.join() !== wanted) problems.push(`rebinding: dialled ${dialled} instead of ${wanted || "nothing"}`);
    }
  }

  const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
    [...innerUrls, "//127.0.0.1/", "/elsewhere"].map((location) => ({ status, location })),
  );
  for (const { status, location } of redirects) {
    const said = `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nRefresh: 0; url=${location}\r\nContent-Length: 0\r\n\r\n`;
    const { result, dialled } = await postOnce("http://93.184.215.14/", find, said);
    if (dialled.length !== 1 || !("status" in result)) problems.push(`${status} to ${location}: dialled ${dialled}`);
  }
  return { n: tried.length + meanings.length ** 2 + redirects.length, problems };
}

async function postOnce(url: string, find: Parameters<typeof guardAddresses>[0], said?: string) {
  const { dialled, connect } = createDial(said);
  const post = createPoster({ findAddresses: guardAddresses(find, []), timeoutMilliseconds: 2_000, connect });
  const result = await post({ url, headers: {}, body: "{}" }, new AbortController().signal);
  return { result, dialled: dialled.map(({ address }) => address) };
}

const isRefusal = (result: PostResult) => "error" in result && result.error === "address_refused";

const isWeb = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** Whether a process that has this address can connect to nobody but this machine, nor ask a name server, for it. */
function leadsHere(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(127\.[\d.]+|0\.0\.0\.0|localhost|\[::1?\]|\[::ffff:7f..:[\da-f]+\])$/.test(hostname);
}

/** Whether it leads to who listens on 127.0.0.1, without TLS. */
const leadsToCanary = (url: string) =>
  /^http:\/\/(127\.0\.0\.1|0\.0\.0\.0|localhost|\[::ffff:7f00:1\]):/.test(new URL(url).origin);

/** Gives each address with a text and has the text answered. Answers those that were taken. */
async function sendAll(context: ExperimentContext, site: Site, urls: string[]) {
  const { client, number } = await site.signIn();
  const accepted: string[] = [];
  const answers: string[] = [];
  await forEach(context, urls, 8, async (replyWebhookUrl) => {
    const phone = uniquePhone();
    const sent = await client.raw("sendText", { body: { phone_number: phone, message: "hello", replyWebhookUrl } });
    answers.push(nameOf(sent));
    if (sent.status !== 200) return;
    accepted.push(replyWebhookUrl);
    await postSigned(site, "inbound", inboundForm(phone, number, "hello"));
  });
  return { accepted, answers };
}

interface Attempted {
  url: string;
  error: string | null;
  status: number | null;
}

async function waitForAttempts(site: Site, count: number): Promise<Attempted[]> {
  const made =
    "select d.url, a.error, a.status from webhook_attempt a join webhook_delivery d on d.team_id = a.team_id and d.id = a.delivery_id";
  let attempts: Attempted[] = [];
  await until("every reply was tried", async () => {
    attempts = await site.em().execute<Attempted[]>(made);
    return new Set(attempts.map(({ url }) => url)).size === count;
  });
  return attempts;
}
