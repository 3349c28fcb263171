package io.iamplane.decision.seal.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A seal as a record of the audit chain has it, which the verification of the chain vouches for.
 *
 * @param contents null when this version cannot read them
 */
record SealRecord(long seq, Instant at, String id, @Nullable Contents contents) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The blocks that it vouches for; the root of the tree over their roots is hexadecimal. */
  record Contents(UUID seal, int blocks, long decisions, UUID first, UUID last, String root) {}

  static SealRecord read(long seq, Instant at, String id, String canonical) {
    return new SealRecord(seq, at, id, contents(id, canonical).orElse(null));
  }

  private static Optional<Contents> contents(String id, String canonical) {
    try {
      JsonNode after = JSON.readTree(canonical).path("after");
      int blocks = after.path("blocks").asInt();
      long decisions = after.path("decisions").asLong();
      String root = after.path("root").asText();
      return blocks < 1 || decisions < blocks || root.isEmpty()
          ? Optional.empty()
          : UuidV7.parse(id)
              .flatMap(seal ->
                  UuidV7.parse(after.path("first_block").asText())
                      .flatMap(first ->
                          UuidV7.parse(after.path("last_block").asText())
                              .map(last ->
                                  new Contents(seal, blocks, decisions, first, last, root))));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  int blocks() {
    return contents == null ? 0 : contents.blocks();
  }

  long decisions() {
    return contents == null ? 0 : contents.decisions();
  }
}
