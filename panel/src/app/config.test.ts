import { expect, test } from "vitest";
import { readConfig } from "./config";

test("empty addresses stand for the panel's own origin", () => {
  expect(readConfig({ issuer: "", api: "" }, "https://iam.example.com")).toEqual({
    issuer: "https://iam.example.com", api: "https://iam.example.com", clientId: "panel",
  });
});

test("addresses lose a slash at their end", () => {
  expect(readConfig({ issuer: "https://a.example/", api: "http://127.0.0.1:8080" }, "x").issuer).toBe("https://a.example");
});

test.each([[{ api: "javascript:alert(1)" }], [{ issuer: "iam.example.com" }], [{ api: "https://a.example?x=1" }]])(
  "%o is refused by its name", (file) => {
    expect(() => readConfig(file, "https://iam.example.com")).toThrow(/config\.json: "(api|issuer)"/);
  });

test("a number is refused", () => {
  expect(() => readConfig({ client_id: 5 }, "https://iam.example.com")).toThrow('config.json: "client_id" must be a string');
});
