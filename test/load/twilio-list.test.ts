import { expect, test } from "vitest";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage } from "../support/factories.ts";
import { signInByTwilio } from "../support/twilio-door.ts";

const app = useApp();

test("a page is found across texts that do not match", async () => {
  const { client, team, own } = await signInByTwilio(app);
  const number = await buildBusinessNumber(app.em(), { team });
  const { id } = await buildMessage(app.em(), { team, number });
  const { id: primary } = (await own.listBusinessNumbers()).businessNumbers.find((each) => each.isPrimary)!;
  const { threadId } = await buildMessage(app.em(), { team, number: { id: primary } as never });
  await app.em().execute(
    `insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
       select ?, ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, ?, 'inbound', 'x', 'received', false, now(), now()
       from generate_series(1, 50000) n`,
    [team.id, threadId],
  );

  const page = await client.messages.page({ to: number.phoneNumber, pageSize: 1 });

  expect(page.instances.map(({ sid }) => sid)).toEqual([sidOf("SM", id)]);
  expect(page.nextPageUrl).toBeUndefined();
});
