import { afterEach, expect, test, vi } from "vitest";
import { type ApiFailure, attempt, createApi, newIdempotencyKey } from "../../../page/api.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets `fetch` give these answers, one after the other; an Error is a lost connection. Returns the requests. */
function answerWith(...answers: (Response | Error)[]): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(request);
    const answer = answers.shift();
    if (!(answer instanceof Response)) throw answer;
    return answer;
  });
  return requests;
}

const problem = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, error, message: `about ${error}`, nextStep: "Do this." }, { status, headers });

/** Waits for nothing, and notes for how long it would have. */
function createPauses() {
  const pauses: number[] = [];
  return { pauses, wait: async (milliseconds: number) => void pauses.push(milliseconds) };
}

function openApi(wait?: (milliseconds: number) => Promise<void>) {
  const onFailure = vi.fn();
  const api = createApi({ baseUrl: "http://127.0.0.1:1/a", key: "secret", onFailure, ...(wait && { wait }) });
  return { api, onFailure };
}

test("the key is in a header and not in the address", async () => {
  const requests = answerWith(Response.json({ threads: [], nextCursor: null }));

  await openApi().api.GET("/api/threads", { params: { query: { per_page: 5 } } });

  const [request] = requests;
  expect(request!.url).toBe("http://127.0.0.1:1/a/api/threads?per_page=5");
  expect(request!.headers.get("x-api-key")).toBe("secret");
});

test("an error answer is a failure with its code, next step, request and scope", async () => {
  answerWith(
    problem(403, "insufficient_scope", {
      "x-request-id": "r1",
      "www-authenticate": 'Bearer error="insufficient_scope", scope="events:read"',
    }),
  );

  const failure = await openApi()
    .api.GET("/api/events")
    .catch((error: ApiFailure) => error);

  expect(failure).toMatchObject({
    status: 403,
    code: "insufficient_scope",
    message: "about insufficient_scope",
    nextStep: "Do this.",
    requestId: "r1",
    scope: "events:read",
    isOutcomeUnknown: false,
  });
});

test("a page of a proxy and a lost connection are failures, too", async () => {
  answerWith(new Response("<html>", { status: 502 }), new TypeError("lost"));
  const { api } = openApi();

  await expect(api.GET("/api/key")).rejects.toMatchObject({ status: 502, code: "server_error" });
  await expect(api.GET("/api/key")).rejects.toMatchObject({ status: 0, code: "no_answer", isOutcomeUnknown: true });
});

test("an error answer is reported, such as that of a key that is not valid", async () => {
  answerWith(problem(401, "missing_team_context"));
  const { api, onFailure } = openApi();

  await expect(api.GET("/api/key")).rejects.toMatchObject({ status: 401 });

  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 401 }));
});

test("a read waits for its turn and is repeated, and a send is not", async () => {
  const { pauses, wait } = createPauses();
  const refusal = () => problem(429, "rate_limited", { "retry-after": "2" });
  const requests = answerWith(refusal(), refusal(), Response.json({}), refusal());
  const { api } = openApi(wait);

  await api.GET("/api/key");
  await expect(api.POST("/api/text", { body: { message: "a" } })).rejects.toMatchObject({ code: "rate_limited" });

  expect(pauses).toEqual([2_000, 2_000]);
  expect(requests).toHaveLength(4);
});

test("a write with an unknown outcome is repeated three times with the same key", async () => {
  const { wait } = createPauses();
  const requests = answerWith(
    new TypeError("lost"),
    problem(500, "server_error"),
    problem(503, "server_error"),
    new TypeError("lost"),
  );
  const { api } = openApi();

  const outcome = await attempt(
    (header) => api.POST("/api/text", { params: { header }, body: { message: "a" } }),
    "k1",
    wait,
  );

  expect(outcome).toMatchObject({ failure: { isOutcomeUnknown: true }, unknownKey: "k1" });

  expect(requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["k1", "k1", "k1", "k1"]);
});

test("a write whose answer a proxy lost is repeated with the same key, and one that the carrier refused is not", async () => {
  const { wait } = createPauses();
  const pageOfProxy = (status: number) => new Response("<html>", { status });
  const requests = answerWith(pageOfProxy(502), pageOfProxy(504), Response.json({}), problem(502, "message_failed"));
  const { api } = openApi();
  const send = (key: string) =>
    attempt((header) => api.POST("/api/text", { params: { header }, body: { message: "a" } }), key, wait);

  expect(await send("k1")).toEqual({});
  expect(await send("k2")).toMatchObject({ failure: { code: "message_failed" } });

  expect(requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["k1", "k1", "k1", "k2"]);
});

test("a write whose first request still runs is repeated with its key until it has ended", async () => {
  const { pauses, wait } = createPauses();
  const inProgress = () => problem(409, "idempotency_in_progress");
  answerWith(new TypeError("lost"), ...Array.from({ length: 5 }, inProgress), Response.json({ textId: "t1" }));
  const { api } = openApi();

  const outcome = await attempt(() => api.POST("/api/text", { body: { message: "a" } }), "k1", wait);

  expect(outcome).toEqual({});
  expect(pauses).toEqual(Array(6).fill(1_000));
});

test("a refused write is not repeated", async () => {
  const requests = answerWith(problem(409, "recipient_opted_out"));
  const { api } = openApi();

  const outcome = await attempt(() => api.POST("/api/text", { body: { message: "a" } }));

  expect(outcome).toEqual({ failure: expect.objectContaining({ code: "recipient_opted_out" }) });

  expect(requests).toHaveLength(1);
});

test("idempotency keys are unique and acceptable", () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);

  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
