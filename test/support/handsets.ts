import { expect, vi } from "vitest";
import type { SimulatedText } from "../../generated/api.ts";
import type { Client } from "./client.ts";

/** Waits until the handsets of a client show a text, and returns it. */
export async function seen(client: Client, id: string): Promise<SimulatedText> {
  return vi.waitFor(async () => {
    const { texts } = await client.listSimulatedTexts();
    const text = texts.find((each) => each.id === id);
    expect(text).toBeDefined();
    return text!;
  });
}
