import type { Door } from "./doors.ts";

/** A program that uses the service through the client that one generator makes, or through a client of MCP. */
export interface Consumer {
  /** The language of the program, or `mcp`. */
  language: string;
  /** The generator, the library of a receiver of events, or the client of MCP. */
  generator: string;
  /** The version of MCP that its client agrees on with the server. */
  protocol?: string;
  /** The programs that its scripts call. */
  needs: string[];
  /** The libraries that its scripts do not install, and a command that fails where one of them is missing. */
  libraries?: { names: string; check: string };
  /** Whether `build.sh` only generates, for a language of which there is no compiler at hand. There is no program. */
  onlyGenerated?: boolean;
  /** Whether the program only receives events at an endpoint, with a library of Standard Webhooks. */
  onlyReceives?: boolean;
  /** The service whose client the program uses, if that is not this one. It has a door here. */
  atDoor?: Door;
}

/** Whether a generator makes the client of the program from the contract. */
export const isGenerated = ({ protocol, onlyReceives, atDoor }: Consumer): boolean =>
  protocol === undefined && !onlyReceives && atDoor === undefined;

const openapiGenerator = ["java", "mvn"];

/** In the order of `docs/sdks.md`, then the receivers of events, the clients of other services and those of MCP. Each has a folder, `<language>/<generator>/`. */
export const consumers: Consumer[] = [
  { language: "typescript", generator: "openapi-typescript", needs: [] },
  { language: "typescript", generator: "hey-api", needs: [] },
  { language: "typescript", generator: "orval", needs: [] },
  { language: "typescript", generator: "openapi-generator", needs: openapiGenerator },
  { language: "python", generator: "openapi-generator", needs: [...openapiGenerator, "python3"] },
  { language: "python", generator: "openapi-python-client", needs: ["python3"] },
  { language: "go", generator: "openapi-generator", needs: [...openapiGenerator, "go"] },
  { language: "go", generator: "oapi-codegen", needs: ["go"] },
  { language: "go", generator: "ogen", needs: ["go"] },
  { language: "rust", generator: "openapi-generator", needs: [...openapiGenerator, "cargo"] },
  { language: "rust", generator: "progenitor", needs: ["cargo", "jq"] },
  { language: "java", generator: "openapi-generator", needs: openapiGenerator },
  { language: "kotlin", generator: "openapi-generator", needs: openapiGenerator },
  {
    language: "php",
    generator: "openapi-generator",
    needs: [...openapiGenerator, "php"],
    libraries: {
      names: "Guzzle and PHP's curl and mbstring",
      check: `php -r 'require "GuzzleHttp/autoload.php"; curl_version(); mb_strlen("");'`,
    },
  },
  {
    language: "ruby",
    generator: "openapi-generator",
    needs: [...openapiGenerator, "ruby"],
    libraries: { names: "Typhoeus and WEBrick", check: "ruby -r typhoeus -r webrick -e 0" },
  },
  { language: "csharp", generator: "openapi-generator", needs: openapiGenerator, onlyGenerated: true },
  { language: "python", generator: "standardwebhooks", needs: ["python3"], onlyReceives: true },
  { language: "go", generator: "standardwebhooks", needs: ["go"], onlyReceives: true },
  { language: "python", generator: "textbelt", needs: ["python3"], atDoor: "textbelt" },
  { language: "python", generator: "twilio", needs: ["python3"], atDoor: "twilio" },
  { language: "go", generator: "twilio-go", needs: ["go"], atDoor: "twilio" },
  { language: "java", generator: "twilio", needs: openapiGenerator, atDoor: "twilio" },
  { language: "go", generator: "send-sms-hook", needs: ["go"], atDoor: "supabase" },
  { language: "mcp", generator: "sdk", needs: [], protocol: "2025-11-25" },
  { language: "mcp", generator: "client", needs: [], protocol: "2026-07-28" },
  { language: "mcp", generator: "python-mcp", needs: ["python3"], protocol: "2026-07-28" },
  { language: "mcp", generator: "fastmcp", needs: ["python3"], protocol: "2026-07-28" },
  { language: "mcp", generator: "go-sdk", needs: ["go"], protocol: "2026-07-28" },
];
