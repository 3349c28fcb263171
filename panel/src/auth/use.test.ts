import { expect, test, vi } from "vitest";
import { useOf } from "./use";

function page() {
  const target = new EventTarget();
  const clock = { now: 100 };
  return { target, clock, use: useOf(target, () => clock.now) };
}

test("a page that was used since runs at once", () => {
  const { target, clock, use } = page();
  clock.now = 150;
  target.dispatchEvent(new Event("keydown"));
  const then = vi.fn();
  use.after(120, then);
  expect(then).toHaveBeenCalledOnce();
});

test("an unused page waits for its next use, and runs once", () => {
  const { target, use } = page();
  const then = vi.fn();
  use.after(120, then);
  expect(then).not.toHaveBeenCalled();
  target.dispatchEvent(new Event("pointerdown"));
  target.dispatchEvent(new Event("wheel"));
  expect(then).toHaveBeenCalledOnce();
});

test("a person who left is not waited for", () => {
  const { target, use } = page();
  const then = vi.fn();
  use.after(120, then);
  use.forget();
  target.dispatchEvent(new Event("keydown"));
  expect(then).not.toHaveBeenCalled();
});

test("a later wait replaces one before", () => {
  const { target, use } = page();
  const first = vi.fn();
  const second = vi.fn();
  use.after(120, first);
  use.after(130, second);
  target.dispatchEvent(new Event("keydown"));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
