#!/usr/bin/env node
// JavaScript, because the compile cache does not cover a program's first file: as TypeScript, it would load the compiler
// at every start, which takes longer than the rest of a help.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./main.ts");
