interface Waiting<T> {
  id: string;
  done: (found: T | undefined) => void;
  failed: (failure: unknown) => void;
}

/**
 * Reads several things by one request: those that are asked for within a moment, up to `most`. Each
 * asker gets its own, or undefined where there is none, and a failure is that of all.
 */
export function batched<T>(read: (ids: string[]) => Promise<Map<string, T>>, most: number, pause = 10): (id: string) => Promise<T | undefined> {
  let waiting: Waiting<T>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const asked = waiting;
    waiting = [];
    read([...new Set(asked.map(({ id }) => id))]).then(
      (found) => asked.forEach(({ id, done }) => done(found.get(id))),
      (failure: unknown) => asked.forEach(({ failed }) => failed(failure)),
    );
  };
  return (id) => new Promise((done, failed) => {
    waiting.push({ id, done, failed });
    if (waiting.length >= most) send();
    else timer ??= setTimeout(send, pause);
  });
}
