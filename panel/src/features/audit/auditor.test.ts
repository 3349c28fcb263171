import { expect, test } from "vitest";
import { firstRecord, savedRecord } from "./auditor";

const HEADER = '{"type":"header","version":1,"origin":"a/audit/b","organization_id":"b","from":2,"size":3,"keys":["a+00+x"],"prefix":{"head":"00","hashes":["01"]}}';
const CHECKPOINT = '{"type":"checkpoint","note":"a"}';
/** Neither the number nor the letters stay so where JavaScript writes them again. */
const RECORD = '{"type":"record","seq":2,"canonical":"{\\"n\\":1e400}","personal":{"/a":{"value":1.0,"name":"\\u00fc ü"}}}';
const LINES = [HEADER, CHECKPOINT, RECORD, '{"type":"record","seq":3}', '{"type":"end","records":2}'];

const stream = (text: string, step: number, ended?: () => void) => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(to) {
      if (at >= bytes.length) to.close();
      else to.enqueue(bytes.slice(at, at + step));
      at += step;
    },
    cancel: ended,
  });
};

test("the first record is found wherever the parts are cut, and no more is read", async () => {
  for (const step of [1, 7, 1000]) {
    let ended = false;
    const read = await firstRecord(stream(`${LINES.join("\n")}\n`, step, () => { ended = true; }));
    expect(read).toEqual({ header: HEADER, record: RECORD });
    expect(ended).toBe(true);
  }
});

test("an export that ends before its first record has none", async () => {
  for (const cut of ["", HEADER, `${HEADER}\n${CHECKPOINT}\n`, `${HEADER}\n${RECORD}`]) expect(await firstRecord(stream(cut, 10))).toBeUndefined();
});

test("the file holds the proof, the keys, and the record as it was sent", () => {
  const [first = "", second, ...others] = savedRecord({ header: HEADER, record: RECORD }, "proof\n\nnote\n", "python3 …").split("\n");
  expect(JSON.parse(first)).toEqual({ type: "proof", version: 1, origin: "a/audit/b", organization_id: "b", keys: ["a+00+x"], proof: "proof\n\nnote\n", check: "python3 …" });
  expect(second).toBe(RECORD);
  expect(others).toEqual([""]);
});
