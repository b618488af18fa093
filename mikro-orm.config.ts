import { ormConfig } from "./server/db/orm.ts";

// For the ORM's own command line, which wants a default export. The server makes its configuration itself.
export default ormConfig({ url: process.env.DATABASE_URL ?? "postgresql:///messaging" });
