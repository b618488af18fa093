import type { PhoneDataItem } from "../../generated/api.ts";
import type { Client } from "./client.ts";

/** Reads all pages of what a team keeps about a phone. */
export async function readPhoneData(client: Client, phone: string, perPage = 100): Promise<PhoneDataItem[]> {
  const items: PhoneDataItem[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { per_page: perPage, ...(cursor && { cursor }) };
    const page = await client.exportPhoneData({ path: { phone }, query });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
