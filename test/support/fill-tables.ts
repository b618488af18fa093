import type { EntityManager } from "../../server/db/orm.ts";
import { buildBusinessNumber, type TestTeam } from "./factories.ts";

/** The id of the n-th row of a kind, which is a hex digit. */
const idOf = (kind: string) => `('01900000-0000-7000-8000-${kind}' || lpad(to_hex(n), 11, '0'))::uuid`;

const phone = "'+1' || (3000000000 + n)";

/** Gives a team `count` rows of every kind, all of them hours old. No table is analysed. */
export async function fillTables(em: EntityManager, team: TestTeam, count: number): Promise<void> {
  const number = await buildBusinessNumber(em, { team });
  const ids = { team_id: `'${team.id}'::uuid`, business_number_id: `'${number.id}'::uuid` };
  const { team_id } = ids;
  const times = { created_at: "at", updated_at: "at" };
  const message = { team_id, thread_id: idOf("c"), body: "'hello'", test_mode: "false", ...times };
  const rows: [string, Record<string, string>][] = [
    [
      "contact",
      {
        team_id,
        id: idOf("a"),
        name: "'Name ' || n",
        company: "'Company ' || n",
        external_id: "'crm ' || n",
        tags: "array['tag ' || n]",
        notes: "'{}'",
        metadata: "'{}'",
        search_text: "'name ' || n",
        ordinal: `${count} - n`,
        search_trigrams: "show_trgm('name ' || n)",
        ...times,
      },
    ],
    [
      "contact_phone",
      {
        team_id,
        id: idOf("b"),
        contact_id: idOf("a"),
        contact_created_at: "at",
        phone_number: phone,
        is_primary: "true",
        ...times,
      },
    ],
    ["contact_tag", { team_id, tag: "'tag ' || n", contact_created_at: "at", contact_id: idOf("a") }],
    [
      "duplicate_group",
      { team_id, reason: "'same_phone'", key: "n::text", newest_created_at: "at", newest_id: idOf("a") },
    ],
    [
      "thread",
      {
        ...ids,
        id: idOf("c"),
        contact_phone: phone,
        message_count: "2",
        last_direction: "'inbound'",
        last_body: "'hello'",
        last_message_at: "at",
        created_at: "at",
      },
    ],
    [
      "message",
      {
        ...message,
        id: idOf("d"),
        direction: "'outbound'",
        status: "'delivered'",
        provider_id: "'SM ' || n",
        reply_webhook_url: "'https://webhook.invalid'",
      },
    ],
    ["message", { ...message, id: idOf("e"), direction: "'inbound'", status: "'received'", provider_id: "'SI ' || n" }],
    [
      "webhook_delivery",
      {
        team_id,
        id: idOf("f"),
        message_id: idOf("e"),
        url: "'https://webhook.invalid'",
        payload: "'{}'",
        status: "'delivered'",
        attempt_count: "1",
        ...times,
      },
    ],
    ["opt_out", { team_id, phone_number: phone, created_at: "at" }],
    [
      "consent_event",
      {
        team_id,
        id: idOf("a"),
        phone_number: phone,
        consent: "'opted_out'",
        source: "'keyword'",
        sequence: "n",
        created_at: "at",
      },
    ],
    [
      "otp",
      {
        ...ids,
        id: idOf("a"),
        test_mode: "false",
        recipient_id: "'recipient ' || n",
        phone_number: phone,
        code_hash: "'\\x00'",
        length: "6",
        lifetime_seconds: "180",
        expires_at: "at",
        status: "'pending'",
        attempts: "0",
        delivery_status: "'sent'",
        provider_id: "'SO ' || n",
        ...times,
      },
    ],
    [
      "idempotency_key",
      {
        team_id,
        api_key_id: idOf("a"),
        test_mode: "false",
        key: "'key ' || n",
        fingerprint: "'\\x00'",
        status: "200",
        created_at: "at",
      },
    ],
    [
      "callback",
      { id: idOf("a"), kind: "'inbound'", fields: "'{}'", test_mode: "false", received_at: "at", processed_at: "at" },
    ],
  ];
  for (const [table, columns] of rows) {
    await em.execute(`
      insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)}
      from generate_series(1, ${count}) as n, lateral (select now() - n * interval '1 hour') as time (at)
    `);
  }
}
