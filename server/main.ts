import { enableCompileCache } from "node:module";

// Before anything else is imported: it halves the time that the rest takes to load.
enableCompileCache();
const { start } = await import("./start.ts");
await start(process.env);
