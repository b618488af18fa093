import type { BatchWork } from "../../db/commit/batch-work.ts";
import { fail } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Written } from "../../operations/once/in-batch.ts";
import type { Scope } from "../../operations/scope.ts";
import { presentWritten } from "../present.ts";
import type { ContactWrite, WrittenContact } from "./apply-write.ts";
import { type ClaimedWrite, writeContacts, writeContactsOfTeam } from "./write-batch.ts";

/** A write that may have committed is not repeated: it could add a contact twice. */
const contactWrites: BatchWork<ClaimedWrite, Written<WrittenContact>> = {
  run: writeContacts,
  runForTeam: writeContactsOfTeam,
  runAgain: async () => fail("server_error", { status: 503 }),
};

/**
 * Creates, updates or upserts a contact, in one transaction with other writes.
 *
 * @throws idempotency_key_mismatch, idempotency_in_progress, and the codes of `applyWrite`
 */
export async function writeContact<Body>(scope: Scope, write: ContactWrite): Promise<OnceAnswer<Body>> {
  const { teamId, apiKeyId, origin, now, claim } = scope;
  const source = { teamId, apiKeyId, ...origin, now };
  const written = await scope.commit(contactWrites, { ...write, teamId, source, claim });
  switch (written.kind) {
    case "done":
      return { body: presentWritten(written.done) as Body, replayed: false };
    case "answered":
      return { body: JSON.parse(written.answer.body), replayed: true };
    case "again":
      return writeContact(scope, write);
  }
}
