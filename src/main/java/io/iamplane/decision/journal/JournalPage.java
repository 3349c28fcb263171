package io.iamplane.decision.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges one page from blocks with overlapping times, since replicas write at the same time. Blocks
 * are read in the order of their last ids: records later than the next block's last id are
 * complete.
 */
final class JournalPage {

  private static final int MAX_HEADS = 2_000;

  private static final int MAX_DECISIONS = 100_000;
  private static final int HEADS_AT_ONCE = 100;
  private static final int BODIES_AT_ONCE = 10;

  private final BlockReader blocks;
  private final ObjectMapper mapper;
  private final OrganizationId organization;
  private final RecordFilter filter;
  private final int limit;
  private final PriorityQueue<Found> waiting =
      new PriorityQueue<>(Comparator.comparing(Found::id, RecordIds.ORDER).reversed());
  private final List<JsonNode> page = new ArrayList<>();
  private @Nullable UUID lastShown;
  private int heads;
  private int decisions;

  private record Found(UUID id, JsonNode record) {}

  JournalPage(
      BlockReader blocks,
      ObjectMapper mapper,
      OrganizationId organization,
      RecordFilter filter,
      int limit) {
    this.blocks = blocks;
    this.mapper = mapper;
    this.organization = organization;
    this.filter = filter;
    this.limit = limit;
  }

  /** Reads the page of the records from the smallest id on, and before another. */
  Page<JsonNode> read(UUID from, UUID before) {
    UUID end = RecordIds.firstOf(RecordIds.minute(before) + 1);
    while (true) {
      List<BlockHead> some = blocks.heads(organization, end, from, before, HEADS_AT_ONCE);
      for (int i = 0; i < some.size(); i += BODIES_AT_ONCE) {
        List<BlockHead> few = some.subList(i, Math.min(some.size(), i + BODIES_AT_ONCE));
        UUID rest = readAll(few, before);
        if (rest != null) {
          return new Page<>(page, rest.toString());
        }
      }
      if (some.size() < HEADS_AT_ONCE) {
        boolean more = show(null);
        return new Page<>(page, more && lastShown != null ? lastShown.toString() : null);
      }
      end = some.getLast().lastId();
    }
  }

  /** Reads blocks; the position at which the page ends, null when it does not yet. */
  private @Nullable UUID readAll(List<BlockHead> few, UUID before) {
    List<UUID> wanted = few.stream().filter(filter::mayBeIn).map(BlockHead::id).toList();
    Map<UUID, byte[]> bodies = wanted.isEmpty() ? Map.of() : blocks.bodies(organization, wanted);
    for (BlockHead head : few) {
      // All that is later than this block's last record was read.
      if (show(head.lastId())) {
        return lastShown;
      }
      if (heads >= MAX_HEADS || decisions >= MAX_DECISIONS) {
        return RecordIds.after(head.lastId());
      }
      heads++;
      byte[] body = bodies.get(head.id());
      if (body != null) {
        decisions += head.decisions();
        add(body, before);
      }
    }
    return null;
  }

  private void add(byte[] body, UUID before) {
    for (byte[] line : BlockLines.all(body)) {
      JsonNode record = DecisionJournal.read(mapper, line);
      UUID id = UUID.fromString(record.path("id").asText());
      if (RecordIds.ORDER.compare(id, before) < 0 && filter.matches(record)) {
        waiting.add(new Found(id, record));
      }
    }
  }

  /** Moves records, only those later than an id if given, to a page; true if some find no room. */
  private boolean show(@Nullable UUID after) {
    while (!waiting.isEmpty()
        && (after == null || RecordIds.ORDER.compare(waiting.peek().id(), after) > 0)) {
      if (page.size() == limit) {
        return true;
      }
      Found next = waiting.remove();
      page.add(next.record());
      lastShown = next.id();
    }
    return false;
  }
}
