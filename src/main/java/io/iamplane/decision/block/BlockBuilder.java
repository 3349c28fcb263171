package io.iamplane.decision.block;

import io.iamplane.audit.tree.MerkleRoot;
import io.iamplane.shared.OrganizationId;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.Deflater;

/** Puts the records of one tenant and minute into a block. */
public final class BlockBuilder {

  private static final int BUFFER = 65_536;

  private final OrganizationId organization;
  private final List<Line> lines = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private int denied;
  private int stepUp;

  private record Line(UUID id, byte[] text) {}

  public BlockBuilder(OrganizationId organization) {
    this.organization = organization;
  }

  /**
   * Adds a record.
   *
   * @param id the decision's, as in the record
   * @param text one JSON object in UTF-8, without a line feed
   */
  public void add(UUID id, byte[] text) {
    lines.add(new Line(id, text));
  }

  /** Counts a denial, or one that a higher assurance would allow. */
  public void countDenied(boolean forAssurance) {
    if (forAssurance) {
      stepUp++;
    } else {
      denied++;
    }
  }

  /** Notes a name by which records are looked for. */
  public void name(String name) {
    names.add(name);
  }

  /** The block of what was added, which is at least one record. */
  public Block build(Deflater deflater) {
    lines.sort(Comparator.comparing(Line::id, RecordIds.ORDER));
    return new Block(
        organization,
        lines.getFirst().id(),
        lines.getLast().id(),
        lines.size(),
        denied,
        stepUp,
        BlockFilter.of(names),
        deflated(deflater),
        MerkleRoot.of(lines.stream().map(Line::text).toList()));
  }

  /** In one piece: each call of the library costs as much as a hundred bytes. */
  private byte[] deflated(Deflater deflater) {
    byte[] all = new byte[lines.stream().mapToInt(line -> line.text().length + 1).sum()];
    int end = 0;
    for (Line line : lines) {
      System.arraycopy(line.text(), 0, all, end, line.text().length);
      end += line.text().length;
      all[end++] = '\n';
    }
    deflater.reset();
    deflater.setInput(all);
    deflater.finish();
    ByteArrayOutputStream out = new ByteArrayOutputStream(all.length / 4 + 64);
    byte[] buffer = new byte[Math.min(BUFFER, all.length + 64)];
    while (!deflater.finished()) {
      out.write(buffer, 0, deflater.deflate(buffer));
    }
    return out.toByteArray();
  }
}
