import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { codeIn, wrongFor } from "../../support/passcodes.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { times } from "../load.ts";
import { signIn } from "../team.ts";

/** The guesses that a passcode allows. */
const maxAttempts = 5;

export const c9: Experiment = {
  id: "C9",
  title:
    "50 concurrent passcodes for one recipient, then 200 wrong guesses and a right guess at once, over two servers",
  passesWhen: "one passcode is active, exactly five guesses count, and the right code succeeds at most once",
  on: ["single", "citus"],
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers, provider } = await context.openServerPair();
    const rounds = context.size(20, 1);
    const problems: string[] = [];
    const answers: string[] = [];
    let verified = 0;
    for (let round = 0; round < rounds; round++) {
      const { key, team } = await signIn(database);
      const clients = servers.map(({ url }) => createClient(url, key));
      const phone = uniquePhone();
      const body = { phone, recipient_id: "user" };
      const generated = await Promise.all(times(50, (index) => clients[index % 2]!.raw("generateOtp", { body })));
      const rows = await database.orm.em
        .fork()
        .execute<{ id: string; status: string }[]>("select id, status from otp where team_id = ?", [team.id]);
      const active = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
      if (generated.some(({ status }) => status !== 200))
        problems.push(`generated: ${tallyText(generated.map(nameOf))}`);
      if (rows.length !== 50 || active.length !== 1) problems.push(`${active.length} of ${rows.length} are active`);
      if (provider.requestsTo(phone).length !== 50) problems.push(`${provider.requestsTo(phone).length} were sent`);

      // The provider cannot tell which text has the active code, so another passcode is generated.
      await clients[0]!.generateOtp({ body });
      const code = codeIn({ body: provider.requestsTo(phone).at(-1)!.form.Body! });
      const position = round % 4 === 0 ? context.random.below(4) : context.random.below(201);
      const guesses = times(201, (index) => (index === position ? code : wrongFor(code)));
      const given = await Promise.all(
        guesses.map((otp, index) => clients[index % 2]!.raw("verifyOtp", { body: { recipient_id: "user", otp } })),
      );
      const names = given.map(nameOf);
      answers.push(...names);
      const { 200: right = 0, "422 otp_invalid": wrong = 0, ...rest } = tally(names);
      const [row] = await database.orm.em
        .fork()
        .execute<{ attempts: number; status: string }[]>(
          "select attempts, status from otp where team_id = ? and status <> 'replaced'",
          [team.id],
        );
      const over = right === 1 ? { "409 otp_already_verified": 200 - wrong } : { "409 otp_max_attempts": 196 };
      const asExpected =
        right <= 1 &&
        (right === 1 ? wrong < maxAttempts : wrong === maxAttempts) &&
        row?.attempts === wrong &&
        row.status === (right === 1 ? "verified" : "pending") &&
        JSON.stringify(rest) === JSON.stringify(over);
      if (!asExpected) problems.push(`${JSON.stringify(row)} after ${tallyText(names)}`);
      verified += right;
    }
    return { n: rounds * 251, problems, details: { rounds, servers: 2, verified, answers: tally(answers) } };
  },
};

const tallyText = (names: string[]) => JSON.stringify(tally(names));
