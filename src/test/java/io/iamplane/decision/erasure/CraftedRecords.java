package io.iamplane.decision.erasure;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.seal.check.RecordedLine;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.zip.Deflater;

/** Records of decisions with any members, and blocks of them. */
public final class CraftedRecords {

  private CraftedRecords() {}

  /**
   * A denial.
   *
   * @param members as JSON, behind id, time and outcome
   */
  public static String line(UUID id, String members) {
    return "{\"id\":\"%s\",\"at\":\"2026-03-01T12:00:00.123456Z\",\"outcome\":\"deny\",%s}"
        .formatted(id, members.replace('\'', '"'));
  }

  /** The members of a question about a subject. */
  public static String about(String subject) {
    return "'subject':'%s','key':'app:read','resource':'doc:1','asked_by':'client:shop'"
        .formatted(subject);
  }

  /** A block of denials, each with its members. */
  public static Block block(OrganizationId tenant, String... members) {
    BlockBuilder builder = new BlockBuilder(tenant, new BlockDeflater(Deflater.BEST_SPEED));
    for (String each : members) {
      add(builder, line(UuidV7.next(), each).getBytes(StandardCharsets.UTF_8));
    }
    return builder.build();
  }

  /** A block of lines as they are. */
  public static Block of(OrganizationId tenant, List<byte[]> lines) {
    BlockBuilder builder = new BlockBuilder(tenant, new BlockDeflater(Deflater.BEST_SPEED));
    lines.forEach(line -> add(builder, line));
    return builder.build();
  }

  private static void add(BlockBuilder builder, byte[] line) {
    try {
      RecordedLine.add(line, line.length, builder.summary());
    } catch (DamagedBodyException e) {
      throw new IllegalArgumentException(e);
    }
    builder.append(line);
  }

  /** All lines of a body as text. */
  public static List<String> texts(byte[] body) {
    return BlockLines.all(body).stream()
        .map(line -> new String(line, StandardCharsets.UTF_8))
        .toList();
  }
}
