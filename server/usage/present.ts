import type { UsageOfDay } from "../../generated/api.ts";
import type { DayCounts } from "./count-usage.ts";

export const presentUsage = ({ day, ...counts }: DayCounts): UsageOfDay => ({ day: day.slice(0, 10), ...counts });
