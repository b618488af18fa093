import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.ts";

/** A stage of the Dockerfile. */
export interface Stage {
  name: string;
  /** The image, or the stage, that it begins with. */
  from: string;
  instructions: [name: string, value: string][];
}

/** The arguments before the first stage, and the stages. */
export function readDockerfile(): { args: string[]; stages: Stage[] } {
  const instructions = readFileSync(join(root, "Dockerfile"), "utf8")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.split(/ +(.*)/) as [string, string]);
  const args: string[] = [];
  const stages: Stage[] = [];
  for (const [name, value] of instructions) {
    const [from = "", stage = ""] = value.split(" AS ");
    if (name === "FROM") stages.push({ name: stage, from, instructions: [] });
    else if (stages.length === 0) args.push(value);
    else stages.at(-1)!.instructions.push([name, value]);
  }
  return { args, stages };
}

/** A stage with the instructions of the stages that it begins with. */
export function resolveStage(stages: Stage[], name: string): Stage {
  const stage = stages.find((each) => each.name === name)!;
  if (!stages.some((each) => each.name === stage.from)) return stage;
  const before = resolveStage(stages, stage.from);
  return { ...stage, from: before.from, instructions: [...before.instructions, ...stage.instructions] };
}

export const valuesOf = ({ instructions }: Stage, name: string): string[] =>
  instructions.filter(([each]) => each === name).map(([, value]) => value);

/** The paths of the checkout that a stage copies. */
export const copiedInto = (stage: Stage): string[] =>
  valuesOf(stage, "COPY")
    .filter((value) => !value.startsWith("--from"))
    .flatMap((value) => value.split(" ").slice(0, -1));

/** The environment of a stage. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    valuesOf(stage, "ENV").flatMap((value) => value.split(" ").map((pair) => pair.split("=") as [string, string])),
  );
