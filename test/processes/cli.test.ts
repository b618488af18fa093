import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openEmbedded } from "../../server/db/embedded/embedded.ts";
import { isInUse } from "../../server/db/embedded/processes.ts";
import { createDatabase } from "../support/database.ts";
import { runCli, settingsFor, useProcesses } from "../support/process.ts";

const { newPath } = useProcesses();

// The files in `test/cli` test the commands themselves, in one process.
describe.concurrent("the command line", () => {
  test("exits with 0 and writes only to stdout, or exits with another code and writes only to stderr", async () => {
    const database = await createDatabase();
    const run = (...argv: string[]) => runCli(settingsFor(database), ...argv);

    const [listed, refused] = await Promise.all([run("teams", "list"), run("teams", "show", "nobody")]);

    expect(listed).toEqual({ code: 0, signal: null, stdout: "[]\n", stderr: "" });
    expect(refused).toEqual({ code: 5, signal: null, stdout: "", stderr: "error: There is no team nobody.\n" });
    await database.close();
  });

  test("stops the embedded database while it is in use, and reports whether it was running", async () => {
    const DATA_DIR = newPath();
    const embedded = await openEmbedded(DATA_DIR, { settings: { fsync: "off" } });
    const stop = async () => JSON.parse((await runCli({ DATA_DIR }, "db", "stop")).stdout);

    expect(await stop()).toEqual({ stopped: true });
    expect(await stop()).toEqual({ stopped: false });
    expect(isInUse(join(DATA_DIR, "data"))).toBe(false);
    await embedded.close();
  });
});
