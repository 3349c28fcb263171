import { expect, test } from "vitest";
import { isLoopback } from "./oauth";

test.each([
  ["http://127.0.0.1:8080", true],
  ["http://localhost", true],
  ["http://[::1]:8080/", true],
  ["http://127.0.0.1.example.com", false],
  ["http://iam.example.com", false],
  ["https://127.0.0.1", false],
])("plain HTTP to %s: %s", (address, taken) => expect(isLoopback(address)).toBe(taken));
