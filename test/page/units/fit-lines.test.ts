import { expect, test } from "vitest";
import { clientLines } from "../../../generated/client-lines.ts";
import { fitLines } from "../../../page/phone/fit-lines.ts";

const server = {
  baseUrl: "http://127.0.0.1:3000/sms",
  teamId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a01",
  phone: "+12025550177",
};

const fitted = (phone: string) => clientLines.map(({ lines }) => fitLines(lines, { ...server, phone })).join("\n");

test("the lines of each client have the address of the server, the team's ids and the handset, and nothing of the example", () => {
  const text = fitted(server.phone);

  for (const { name, lines } of clientLines) expect(fitLines(lines, server), name).toContain(server.baseUrl);
  expect(text).toMatch(/\bAC019aa4a17c3e7d529a0e3b8f6f1d8a01\b.*\bMG019aa4a17c3e7d529a0e3b8f6f1d8a01\b/s);
  expect(text).not.toMatch(/example\.com|0123456789abcdef|\+12025550123/);
});

test.each(["'; reboot #", "$(reboot)", "+1202555\n0177", "Acme", "12345"])(
  "the handset %j, which is no phone, is not in lines that somebody may run",
  (phone) => {
    expect(fitted(phone)).toBe(fitted("+12025550123"));
  },
);
