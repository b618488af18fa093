import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files, graph } from "../support/import-graph.ts";

const root = join(import.meta.dirname, "..", "..");

/** The names of Twilio's fields, headers and answers. */
const names =
  /\b(?:MessageSid|SmsSid|AccountSid|OptOutType|NumMedia|MediaUrl\d?|MediaContentType\d?|SmsStatus)\b|(?:\.|["'])MessageStatus\b|[Xx]-[Tt]wilio|TwiML|<Response\/>/;

const isKind = (file: string) => /^server\/provider\/\w+\//.test(file);

/** The migration that read the ids of recorded callbacks from their fields. */
const migration = "server/db/schema/migrations/20261126100100-ids-of-callbacks-concurrently.ts";

/** A door speaks the words of the service that its clients were written for. */
const isDoor = (file: string) => file.startsWith("server/doors/");

test("only the folders of a carrier and of a door have the names of its fields, headers and answers", () => {
  const product = files.filter(
    (file) => /^(server|cli)\//.test(file) && !isKind(file) && !isDoor(file) && file !== migration,
  );
  const wrong = product.filter((file) => names.test(readFileSync(join(root, file), "utf8")));
  expect(wrong).toEqual([]);
});

test("few files import from the folder of a carrier, beside the list of kinds", () => {
  const importers = files.filter((file) => !isKind(file) && graph.get(file)!.some(({ target }) => isKind(target)));
  expect(importers.toSorted()).toEqual([
    // A door signs what it posts, as the carrier does.
    "server/doors/twilio/post-kind.ts",
    // Some recipients have a passcode that is known in test mode.
    "server/otp/generate-otp.ts",
    "server/provider/kinds.ts",
    // The timed work of the simulated carrier.
    "server/simulator/simulate-carrier.ts",
    "server/simulator/simulate-delivery.ts",
  ]);
});
