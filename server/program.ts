/** Where the files of this program are, and how it is called. Loads no other file, because commands use it, too. */
import { join } from "node:path";

/** Whether this is the npm package, whose JavaScript `npm pack` makes, and not a checkout, which runs its TypeScript. */
export const isPackage = import.meta.filename.endsWith(".js");

/** The folder with package.json. */
export const root = join(import.meta.dirname, "..", isPackage ? ".." : ".");

/** The file of the command `messaging`. */
export const launcher = join(root, "cli", "messaging");

/** How a person calls the command: npm puts that of the package on the PATH. */
export const commandName = isPackage ? "messaging" : "cli/messaging";
