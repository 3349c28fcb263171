package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.FindingCause;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** One record changed or removed, as SQL in which {@code :o} names the organization. */
final class RandomTampering {

  /** The name of {@link #COLUMNS} for parameterized tests. */
  static final String COLUMNS_FIELD = "io.iamplane.audit.verification.RandomTampering#COLUMNS";

  /** Columns of a record, except those that locate it. */
  static final List<String> COLUMNS =
      List.of(
          "event_type",
          "actor",
          "target_type",
          "target_id",
          "risk_level",
          "correlation_id",
          "application",
          "id",
          "occurred_at",
          "canonical",
          "prev_hash",
          "hash");

  private static final List<String> TEXTS =
      List.of("event_type", "actor", "target_type", "target_id", "risk_level", "correlation_id");
  private static final List<String> BYTES = List.of("prev_hash", "hash");

  private RandomTampering() {}

  /** The causes that verification may report. */
  static Set<FindingCause> causes(String tampering) {
    return tampering.startsWith("DELETE")
        ? EnumSet.of(FindingCause.RECORD_MISSING, FindingCause.TAIL_TRUNCATED)
        : EnumSet.of(FindingCause.RECORD_ALTERED, FindingCause.LINK_BROKEN);
  }

  static String of(Random random, long seq) {
    String where = " WHERE :o AND seq = " + seq;
    return switch (random.nextInt(4)) {
      case 0 -> "DELETE FROM iam_audit_records" + where;
      case 1 -> {
        String column = BYTES.get(random.nextInt(BYTES.size()));
        int bit = random.nextInt(256);
        yield "UPDATE iam_audit_records SET %1$s = set_bit(%1$s, %2$d, 1 - get_bit(%1$s, %2$d))"
                .formatted(column, bit)
            + where;
      }
      case 2 -> {
        int place = 2 + random.nextInt(200);
        yield "UPDATE iam_audit_records SET canonical = overlay(canonical placing"
            + " chr(ascii(substr(canonical, %1$d, 1)) # 1) from %1$d for 1)".formatted(place)
            + where;
      }
      default -> {
        String column = TEXTS.get(random.nextInt(TEXTS.size()));
        yield "UPDATE iam_audit_records SET " + column + " = " + changed(column) + where;
      }
    };
  }

  static String changed(String column) {
    return switch (column) {
      case "id" -> "gen_random_uuid()";
      case "occurred_at" -> "occurred_at + interval '1 microsecond'";
      case "application" -> "coalesce(application, '') || 'x'";
      case "canonical" -> "canonical || ' '";
      case "hash", "prev_hash" -> "set_bit(%1$s, 100, 1 - get_bit(%1$s, 100))".formatted(column);
      default -> column + " || 'x'";
    };
  }

  /** Inserts a copy of record 30 under another number. */
  static String copied(Object seq) {
    return "INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,"
        + " target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)"
        + " SELECT organization_id, %s, gen_random_uuid(), occurred_at, event_type, actor,"
            .formatted(seq)
        + " target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash"
        + " FROM iam_audit_records WHERE :o AND seq = 30";
  }
}
