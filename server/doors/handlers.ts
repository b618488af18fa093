import { twilio } from "./twilio/handlers.ts";

/** The handlers of all doors. */
export const doors = { ...twilio };
