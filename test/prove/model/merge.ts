/**
 * Merges the values of two contacts.
 */
import type { Contact, Fields } from "./team.ts";

export const mergedFields = ["name", "company", "role", "externalId", "metadata", "tags", "notes"] as const;

export function mergeFields(source: Contact, target: Contact, strategies: Fields, strategy: unknown): Fields {
  return Object.fromEntries(
    mergedFields.map((name) => [name, mergeValues(strategies[name] ?? strategy, source[name], target[name])]),
  );
}

function mergeValues(strategy: unknown, source: unknown, target: unknown): unknown {
  switch (strategy) {
    case "prefer_source":
      return isBlank(source) ? target : source;
    case "prefer_non_null":
      return target ?? source;
    case "append":
      return unite(source, target);
    default:
      return isBlank(target) ? source : target;
  }
}

export function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function unite(source: unknown, target: unknown): unknown {
  if (Array.isArray(source) && Array.isArray(target)) {
    const all = [...target, ...source].map((each) => JSON.stringify(each));
    return [...new Set(all)].map((each) => JSON.parse(each));
  }
  if (isObject(source) && isObject(target)) {
    const both = Object.keys(target).filter((key) => key in source);
    return { ...source, ...target, ...Object.fromEntries(both.map((key) => [key, unite(source[key], target[key])])) };
  }
  return target ?? source;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
