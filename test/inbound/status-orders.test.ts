import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { readMessage, reportStatus, sendText } from "../support/sent-texts.ts";

const app = useApp();

describe("for any order and repetition of reports,", () => {
  const ranks: Record<string, number> = {
    queued: 0,
    sending: 1,
    sent: 2,
    delivered: 3,
    undelivered: 3,
    failed: 3,
    read: 4,
  };
  const words = Object.keys(ranks);

  /** The rule again, the other way round: from the whole history. */
  function expected(history: string[]): string {
    const ends = history.filter((word) => ranks[word] === 3);
    const first = ends[0];
    const firstRead = history.indexOf("read");
    if (firstRead >= 0 && (first === undefined || history.indexOf(first) > firstRead || first === "delivered"))
      return "read";
    if (first) return first;
    return ["queued", ...history].toSorted((a, b) => ranks[b]! - ranks[a]!)[0]!;
  }

  test("the status of a message never goes back, and ends as the rule says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }), async (history) => {
        const text = await sendText(app);
        let highest = 0;
        for (const [index, word] of history.entries()) {
          await reportStatus(app, text, word);
          await app.jobs.drain();
          const { status } = await readMessage(text);
          expect(status).toBe(expected(history.slice(0, index + 1)));
          expect(ranks[status]).toBeGreaterThanOrEqual(highest);
          highest = ranks[status]!;
        }
      }),
      { numRuns: 12 },
    );
  });

  test("reports that are processed in one batch have the result of reports that are processed one by one", async () => {
    const histories = fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), {
      minLength: 3,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(histories, async (all) => {
        const texts = await Promise.all(all.map(() => sendText(app)));
        // Texts share `answer`, so each is given its id by name.
        for (let turn = 0; turn < 6; turn += 1) {
          for (const [index, history] of all.entries()) {
            const word = history[turn];
            if (word) await reportStatus(app, texts[index]!, word, {}, `?textId=${texts[index]!.textId}`);
          }
        }
        await app.jobs.drain();
        for (const [index, history] of all.entries()) {
          expect((await readMessage(texts[index]!)).status).toBe(expected(history));
        }
      }),
      { numRuns: 6 },
    );
  });

  test("every order of sent, delivered, read and a repetition ends with read", async () => {
    const text = ["sent", "delivered", "read", "delivered"];
    const orders = new Set(permutations(text).map((order) => order.join(" ")));
    const sent = await Promise.all([...orders].map(async (order) => ({ order, text: await sendText(app) })));
    for (const { order, text } of sent) {
      for (const word of order.split(" ")) await reportStatus(app, text, word, {}, `?textId=${text.textId}`);
    }
    await app.jobs.drain();
    for (const { order, text } of sent) expect([order, (await readMessage(text)).status]).toEqual([order, "read"]);
  });

  function permutations<T>(items: T[]): T[][] {
    if (items.length <= 1) return [items];
    return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
  }
});
