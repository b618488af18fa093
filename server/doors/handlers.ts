import { supabase } from "./supabase/handlers.ts";
import { textbelt } from "./textbelt/handlers.ts";
import { twilio } from "./twilio/handlers.ts";

/** The handlers of all doors. */
export const doors = { ...twilio, ...textbelt, ...supabase };
