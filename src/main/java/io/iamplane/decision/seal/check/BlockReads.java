package io.iamplane.decision.seal.check;

import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.decision.seal.check.BlockContents.SealedBlock;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockRow;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockSize;
import io.iamplane.shared.OrganizationId;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;

/** Reads blocks whole: short bodies together, a long one by its parts. */
final class BlockReads {

  /** So many bytes of bodies are in memory at once, and so many blocks. */
  private static final int BYTES = 4 * 1024 * 1024;

  private static final int BLOCKS = 200;
  private static final int PART = 1024 * 1024;

  private final OrganizationId organization;
  private final BlockRowsQuery rows;
  private final ErasedBlockQuery erased;
  private final BlockContents contents;
  private final CheckResults results;
  private final Runnable requireTime;

  BlockReads(
      OrganizationId organization,
      BlockRowsQuery rows,
      ErasedBlockQuery erased,
      CheckResults results,
      Runnable requireTime) {
    this.organization = organization;
    this.rows = rows;
    this.erased = erased;
    this.contents = new BlockContents(organization);
    this.results = results;
    this.requireTime = requireTime;
  }

  /** Adds all differences between blocks and their seals to the results. */
  void check(List<SealedBlock> blocks, Map<UUID, BlockSize> sizes) {
    List<SealedBlock> together = new ArrayList<>();
    long bytes = 0;
    for (SealedBlock block : blocks) {
      BlockSize known = sizes.get(block.id());
      if (known == null) {
        // Retention removed it.
        continue;
      }
      long size = Math.min(BYTES, known.bytes());
      if (together.size() == BLOCKS || bytes + size > BYTES) {
        read(together);
        together.clear();
        bytes = 0;
      }
      together.add(block);
      bytes += size;
    }
    if (!together.isEmpty()) {
      read(together);
    }
  }

  private void read(List<SealedBlock> together) {
    requireTime.run();
    List<UUID> ids = together.stream().map(SealedBlock::id).toList();
    Map<UUID, ErasedRecords> recorded = erased.of(organization, ids);
    Map<UUID, BlockRow> found = new HashMap<>();
    rows.blocks(organization, ids, BYTES).forEach(row -> found.put(row.id(), row));
    for (SealedBlock block : together) {
      BlockRow row = found.get(block.id());
      if (row == null) {
        // Dropped with its day since its size was read.
        continue;
      }
      results.addRead();
      contents
          .difference(block, row, body(row), recorded.getOrDefault(block.id(), ErasedRecords.NONE))
          .ifPresent(results::add);
    }
  }

  private InputStream body(BlockRow row) {
    byte[] body = row.body();
    return body != null
        ? new ByteArrayInputStream(body)
        : new BodyStream(
            from -> rows.part(organization, row.id(), from + 1, PART).orElse(new byte[0]));
  }

  /** A long body, of which a part is in memory. */
  static final class BodyStream extends InputStream {

    private final IntFunction<byte[]> parts;
    private byte[] part = {};
    private int next;
    private int read;
    private boolean ended;

    /** Takes a function from a place in the body, from 0, to its bytes there; none at the end. */
    BodyStream(IntFunction<byte[]> parts) {
      this.parts = parts;
    }

    @Override
    public int read() {
      return fill() ? part[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int most) {
      if (!fill()) {
        return -1;
      }
      int length = Math.min(most, part.length - next);
      System.arraycopy(part, next, into, from, length);
      next += length;
      return length;
    }

    /** Fetches the next part when this one is read; false at the end. */
    private boolean fill() {
      if (next == part.length && !ended) {
        read += part.length;
        part = parts.apply(read);
        next = 0;
        ended = part.length == 0;
      }
      return next < part.length;
    }
  }
}
