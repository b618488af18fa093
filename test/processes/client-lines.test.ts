import { join } from "node:path";
import { expect, test } from "vitest";
import { clientLines } from "../../generated/client-lines.ts";
import { fitLines } from "../../page/phone/fit-lines.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { root, runProgram } from "../support/process.ts";

const app = useApp();

const shell = ["sh", "-c"] as const;

test.concurrent.for([
  ["curl", ...shell],
  ["Command line", ...shell],
  ["Textbelt by curl", ...shell],
  ["Twilio for Node", process.execPath, "--input-type=module", "-e"],
] as const)("docs/doors.md: the lines of %s send a text", async ([name, program, ...options]) => {
  const { key, team } = await app.signIn();
  const phone = uniquePhone();
  const { lines } = clientLines.find((each) => each.name === name)!;

  const ended = await runProgram(program, [...options, fitLines(lines, { baseUrl: app.url, teamId: team.id, phone })], {
    settings: {
      PATH: `${join(root, "cli")}:${process.env.PATH}`,
      MESSAGING_CONFIG_DIR: "/nonexistent",
      MESSAGING_API_KEY: key,
      TWILIO_AUTH_TOKEN: key,
    },
  });

  expect(ended, name).toMatchObject({ code: 0 });
  expect(app.provider.texts.filter(({ to }) => to === phone)).toMatchObject([{ body: "Hello" }]);
});
