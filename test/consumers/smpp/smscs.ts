import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram, type Settings } from "../../support/process.ts";

/** An SMSC made of a library that nobody here wrote. */
export interface SmscProgram {
  /** The name of the library. */
  name: string;
  /** The programs of the machine that it needs. */
  needs: string[];
  /** Installs the library into a folder. */
  install(folder: string): Promise<void>;
  /** The program and arguments that start the SMSC with what was installed. */
  command(folder: string, port: number): [program: string, ...args: string[]];
  /** Set if the trial also kills and stops it. */
  isEnded?: true;
}

const own = (file: string) => join(import.meta.dirname, file);

export const smscs: SmscProgram[] = [
  {
    name: "smpp34",
    needs: ["python3"],
    async install(folder) {
      await run("python3", ["-m", "venv", "venv"], folder);
      await run("venv/bin/pip", ["install", "--quiet", "smpp34==1.5.0"], folder);
    },
    command: (folder, port) => [join(folder, "venv/bin/python"), own("smsc.py"), String(port)],
  },
  {
    name: "jsmpp",
    needs: ["java", "mvn"],
    async install(folder) {
      for (const library of ["org.jsmpp:jsmpp:3.0.1", "org.slf4j:slf4j-api:2.0.16"]) {
        const copy = ["dependency:copy", `-Dartifact=${library}`, "-DoutputDirectory=libraries"];
        await run("mvn", ["--quiet", "--batch-mode", ...copy], folder);
      }
      // Compiled once, because the trial starts it twice.
      mkdirSync(join(folder, "classes"));
      await run("javac", ["-cp", "libraries/*", "-d", "classes", own("Smsc.java")], folder);
    },
    command: (folder, port) => {
      const classes = `${join(folder, "classes")}:${join(folder, "libraries")}/*`;
      return ["java", "-Dslf4j.internal.verbosity=ERROR", "-cp", classes, "Smsc", String(port)];
    },
    isEnded: true,
  },
];

/** @throws Error if the program fails */
async function run(program: string, args: string[], directory: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args, { settings: process.env as Settings, directory });
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${stdout}${stderr}`);
}
