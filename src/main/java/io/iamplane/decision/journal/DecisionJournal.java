package io.iamplane.decision.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.journal.BlockReader.BlockBody;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.decision.log.DecisionLogConfig;
import io.iamplane.decision.log.DecisionLogConfig.SinkName;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads recorded decisions, the latest first. */
@Singleton
public class DecisionJournal {

  /** An id is made a moment before or after the time of its decision. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  /** After every id that there is. */
  private static final UUID END = new UUID(0x7fff_ffff_ffff_ffffL, -1L);

  private static final UUID START = new UUID(0, 0);

  private final BlockReader blocks;
  private final Transactions transactions;
  private final SubjectDirectory directory;
  private final ObjectMapper mapper;
  private final SinkName sink;

  DecisionJournal(
      BlockReader blocks,
      Transactions transactions,
      SubjectDirectory directory,
      ObjectMapper mapper,
      DecisionLogConfig log) {
    this.sink = log.sink();
    this.blocks = blocks;
    this.transactions = transactions;
    this.directory = directory;
    this.mapper = mapper;
  }

  /**
   * Reads a page of matching records. A page may have fewer than its limit while more follow, since
   * a request reads a bounded number of blocks.
   *
   * @throws IamException CONFLICT when decisions are not recorded: a page without them would look
   *     complete
   */
  Page<JsonNode> page(OrganizationId organization, PageRequest page, RecordFilter filter) {
    requireReadable();
    UUID from = first(filter.from(), START, SLACK.negated());
    UUID end = first(filter.to(), END, SLACK);
    UUID before = page.after() == null ? end : smaller(end, page.afterId());
    return transactions.callOnSnapshot(() -> {
      RecordFilter known = filter.withEntries(name -> directory.find(organization, name));
      return new JournalPage(blocks, mapper, organization, known, page.limit()).read(from, before);
    });
  }

  private void requireReadable() {
    if (!isReadable()) {
      throw missing();
    }
  }

  /** Returns true if decisions are recorded in this database. */
  public boolean isReadable() {
    return sink == SinkName.POSTGRES;
  }

  /** Returns the error for a missing decision: it does not exist, or none is recorded. */
  public IamException missing() {
    return switch (sink) {
      case POSTGRES -> IamException.notFound();
      case DISCARDING -> IamException.conflict("Decisions are not recorded.");
    };
  }

  /**
   * All blocks that may have decisions from a moment on and before another.
   *
   * @throws IamException CONFLICT when decisions are not recorded
   */
  public JournalWalk walk(OrganizationId organization, Instant from, Instant to) {
    requireReadable();
    return new JournalWalk(
        blocks,
        transactions,
        organization,
        first(from, START, SLACK.negated()),
        first(to, END, SLACK));
  }

  /**
   * Reads like {@link #walk}, without blocks that have no question about any of a few subjects,
   * {@code type:id}.
   */
  public JournalWalk walkAbout(
      OrganizationId organization, Instant from, Instant to, Collection<String> subjects) {
    List<String> names = subjects.stream().map(RecordNames::subject).toList();
    return walk(organization, from, to)
        .only(head -> names.stream().anyMatch(name -> BlockFilter.mayHold(head.filter(), name)));
  }

  /**
   * The blocks that end after an id and before another one, in the order of their ends. Blocks of
   * several servers may overlap. Fewer than the limit are all.
   */
  public List<WalkedBlock> after(OrganizationId organization, UUID after, UUID before, int most) {
    return transactions.call(() -> blocks.after(organization, after, before, most));
  }

  /** One record, or the rest of one that was erased. */
  Optional<JsonNode> byId(OrganizationId organization, UUID id) {
    return transactions
        .call(() -> place(organization, id))
        .map(found -> read(mapper, found.lines().get(found.index())));
  }

  /** Finds a record and the other records of its block. */
  public Optional<RecordPlace> place(OrganizationId organization, UUID id) {
    UUID earliest = RecordIds.firstOf(RecordIds.minute(id));
    return blocks.around(organization, id, earliest).stream()
        .flatMap(block -> place(block, id.toString()).stream())
        .findFirst();
  }

  private Optional<RecordPlace> place(BlockBody block, String id) {
    List<byte[]> lines = BlockLines.all(block.body());
    for (int i = 0; i < lines.size(); i++) {
      if (read(mapper, lines.get(i)).path("id").asText().equals(id)) {
        return Optional.of(new RecordPlace(block.id(), lines, i));
      }
    }
    return Optional.empty();
  }

  static JsonNode read(ObjectMapper mapper, byte[] line) {
    try {
      return mapper.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("a recorded decision is not valid JSON", e);
    }
  }

  private static UUID first(@Nullable Instant moment, UUID otherwise, Duration slack) {
    return moment == null ? otherwise : RecordIds.firstOf(moment.plus(slack));
  }

  private static UUID smaller(UUID one, UUID other) {
    return RecordIds.ORDER.compare(one, other) < 0 ? one : other;
  }
}
