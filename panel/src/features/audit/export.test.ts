import { expect, test } from "vitest";
import { type Progress, readExport } from "./export";

const LINES = ['{"type":"header","from":1,"size":2}', '{"type":"record","seq":1,"x":"ü"}', '{"type":"record","seq":2}', '{"type":"end","records":2}'];
const stream = (text: string, step: number) => {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(to) {
      for (let at = 0; at < bytes.length; at += step) to.enqueue(bytes.slice(at, at + step));
      to.close();
    },
  });
};

test("records are counted wherever the parts are cut, and the file has every byte", async () => {
  const text = `${LINES.join("\n")}\n`;
  for (const step of [1, 7, 1000]) {
    const said: Progress[] = [];
    const read = await readExport(stream(text, step), (progress) => said.push(progress));
    expect(read).toMatchObject({ records: 2, complete: true, bytes: new TextEncoder().encode(text).length });
    expect(await read.file.text()).toBe(text);
    expect(said.at(-1)?.records).toBe(2);
  }
});

test("an export without its last line is said to be cut", async () => {
  for (const cut of [LINES.slice(0, 3).join("\n"), `${LINES.slice(0, 3).join("\n")}\n`, LINES.join("\n"), ""]) {
    expect((await readExport(stream(cut, 10), () => undefined)).complete).toBe(false);
  }
});
