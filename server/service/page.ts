import { readFileSync } from "node:fs";
import { join } from "node:path";

const readGenerated = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", "generated", name), "utf8");

/** The files that the inbox and the phone load. `page/` has their sources. */
export const pageFiles = {
  script: readGenerated("page.js"),
  style: readGenerated("page.css"),
  icon: readGenerated("page.svg"),
};

/**
 * The document of the inbox and of the phone. The script chooses the view by the path, and links to the phone only while it
 * is on. The addresses are relative, because `BASE_URL` may have a path.
 */
export const pageDocument = (isPhoneOn: boolean) => `<!doctype html>
<html lang="en" data-phone="${isPhoneOn ? "on" : "off"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Messaging</title>
<link rel="icon" href="page.svg" type="image/svg+xml">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body>
<noscript>The inbox and the phone need JavaScript. The <a href="docs">reference</a> does not.</noscript>
</body>
</html>
`;
