import { enableCompileCache } from "node:module";

// Enabled before the other imports, because it halves their loading time.
enableCompileCache();
const { start } = await import("./process/start.ts");
await start(process.env);
