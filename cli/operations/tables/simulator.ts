import type { CommandsOf } from "../operation-command.ts";

/** The commands about the handsets of the simulated carrier. */
export const simulator: CommandsOf<"simulator"> = {
  listSimulatedTexts: {
    name: "phone texts",
    rows: "texts",
    columns: ["createdAt", "to", "kind", "status", "code", "text"],
    examples: [
      "messaging phone texts --to +12025550123",
      "messaging phone texts --to +12025550123 --wait 10 --limit 1 --jq '.texts[].code'",
    ],
  },
  receiveSimulatedReply: {
    name: "phone reply",
    positionals: ["from", "to", "text"],
    id: "callbackId",
    examples: ["messaging phone reply +12025550123 +12025550100 STOP"],
  },
  setSimulatedStatus: {
    name: "phone status",
    positionals: ["id", "status"],
    id: "callbackId",
    examples: ["messaging phone status $TEXT_ID undelivered --error-code 30003"],
  },
  advanceSimulatedClock: {
    name: "phone clock",
    flags: { advanceSeconds: "advance" },
    id: "advancedSeconds",
    examples: ["messaging phone clock --advance 10m --test"],
  },
};
