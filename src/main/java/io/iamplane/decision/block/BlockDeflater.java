package io.iamplane.decision.block;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * Deflates the bodies of blocks, one after the other (RFC 1951). Used by one thread.
 *
 * <p>Data passes through two permanent buffers outside the heap. Otherwise the library would pin
 * the arrays that it reads, and the collector would keep their neighbours; and the whole text of a
 * block is so large that each allocation begins a collection.
 */
public final class BlockDeflater {

  private static final int BUFFER = 65_536;

  /** A body that was larger does not keep its room. */
  private static final int KEPT = 1_048_576;

  private final Deflater deflater;
  private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
  private final byte[] chunk = new byte[BUFFER];
  private int largest;
  private ByteArrayOutputStream body = new ByteArrayOutputStream();

  /** Takes a level of {@link Deflater}. */
  public BlockDeflater(int level) {
    deflater = new Deflater(level, true);
  }

  void begin() {
    deflater.reset();
    if (largest > KEPT) {
      body = new ByteArrayOutputStream();
      largest = 0;
    }
    body.reset();
    in.clear();
  }

  void append(byte[] text, int length) {
    int from = 0;
    while (from < length) {
      int part = Math.min(in.remaining(), length - from);
      in.put(text, from, part);
      from += part;
      if (!in.hasRemaining()) {
        drain();
      }
    }
  }

  byte[] end() {
    deflater.finish();
    drain();
    largest = Math.max(largest, body.size());
    return body.toByteArray();
  }

  /** Without an end this stops when all input is read, with it when all output is written. */
  private void drain() {
    deflater.setInput(in.flip());
    int made;
    do {
      made = deflater.deflate(out.clear());
      out.flip().get(chunk, 0, made);
      body.write(chunk, 0, made);
    } while (made > 0 && !deflater.finished());
    in.clear();
  }
}
