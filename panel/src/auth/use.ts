/** Tells whether a person uses the page, so that no token is renewed for an empty chair. */
export interface Use {
  /** Runs once the page was used after a moment: at once, or with the next use. Replaces what waited before. */
  after(moment: number, then: () => void): void;
  /** Forgets what waits. */
  forget(): void;
}

const USES = ["pointerdown", "keydown", "wheel", "touchstart"];

export function useOf(page: EventTarget, now: () => number = Date.now): Use {
  let last = now();
  let waiting: (() => void) | undefined;
  const used = () => {
    last = now();
    const then = waiting;
    waiting = undefined;
    then?.();
  };
  for (const name of USES) page.addEventListener(name, used, { capture: true, passive: true });
  return {
    after(moment, then) {
      waiting = undefined;
      if (last > moment) then();
      else waiting = then;
    },
    forget() {
      waiting = undefined;
    },
  };
}
