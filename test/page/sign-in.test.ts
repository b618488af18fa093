import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { openTab } from "./support/tab.ts";

const app = useApp({ simulated: true });

test("a key in the address signs in, and is at once neither in the address nor in the history", async () => {
  const { key, team } = await app.signIn();

  const { page } = await openTab(`${app.url}/phone#key=${key}`);

  await page.getByText(team.name, { exact: true }).waitFor();
  expect(page.url()).toBe(`${app.url}/phone`);
  await page.getByRole("status").getByText("Live").waitFor();
});
