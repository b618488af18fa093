#!/usr/bin/env node
// This file is JavaScript because the compile cache does not cover a program's first file. A TypeScript file would load
// the compiler at every start, which takes longer than the rest of `--help`.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./main.ts");
