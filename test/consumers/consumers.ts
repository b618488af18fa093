/** A program that uses the service through the client that one generator makes. */
export interface Consumer {
  language: string;
  generator: string;
  /** The programs that its scripts call. */
  needs: string[];
  /** Whether `build.sh` only generates, for a language of which there is no compiler at hand. There is no program. */
  onlyGenerated?: boolean;
}

const openapiGenerator = ["java", "mvn"];

/** In the order of `docs/sdks.md`. Each has a folder, `<language>/<generator>/`. */
export const consumers: Consumer[] = [
  { language: "typescript", generator: "openapi-typescript", needs: [] },
  { language: "typescript", generator: "hey-api", needs: [] },
  { language: "typescript", generator: "orval", needs: [] },
  { language: "typescript", generator: "openapi-generator", needs: openapiGenerator },
  { language: "python", generator: "openapi-generator", needs: [...openapiGenerator, "python3"] },
  { language: "python", generator: "openapi-python-client", needs: ["python3"] },
  { language: "java", generator: "openapi-generator", needs: openapiGenerator },
  { language: "kotlin", generator: "openapi-generator", needs: openapiGenerator },
  { language: "csharp", generator: "openapi-generator", needs: openapiGenerator, onlyGenerated: true },
];
