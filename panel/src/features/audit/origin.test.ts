import { expect, test } from "vitest";
import { originOf } from "./origin";

const proof = (name: string) => `c2sp.org/tlog-proof@v1\nindex 10\naGFzaA==\n\n${name}\n12\ncm9vdA==\n\n— iam.example.org/audit c2ln\n`;

test("the origin stands first in the checkpoint", () => {
  expect(originOf(proof("iam.example.org:8443/audit/01a2"))).toBe("iam.example.org:8443/audit/01a2");
});

test.each(["", proof("a; rm b"), proof("$(a)")])("%s has none that a shell takes as one word", (text) => {
  expect(originOf(text)).toBe("ORIGIN");
});
