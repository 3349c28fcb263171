package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;

/** Builds a flush from records. */
final class FlushBuilder {

  /** To read one record of a block is to read a megabyte or two at most. */
  static final int PER_BLOCK = 4_096;

  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);

  private record Place(OrganizationId organization, long minute) {

    boolean has(LoggedDecision logged) {
      return minute == logged.minute() && organization.equals(logged.asking().organization());
    }

    DecisionCount count(AskedName name, ReasonCode reason, long number) {
      return new DecisionCount(
          organization, minute, name.application(), name.key(), reason, true, number);
    }
  }

  /** The flush for decisions, with the numbers of those without room. */
  Flush of(List<LoggedDecision> decisions, List<DecisionCount> unlogged) {
    Map<Place, List<LoggedDecision>> places = byPlace(decisions);
    List<Block> blocks = new ArrayList<>();
    List<DecisionCount> rows = new ArrayList<>(unlogged);
    places.forEach((place, all) -> {
      CountTable counts = new CountTable();
      all.sort(LoggedDecision.BY_ID);
      for (int from = 0; from < all.size(); from += PER_BLOCK) {
        int end = Math.min(all.size(), from + PER_BLOCK);
        List<LoggedDecision> part = all.subList(from, end);
        blocks.add(block(place, part, counts));
      }
      counts.forEach((name, reason, number) -> rows.add(place.count(name, reason, number)));
    });
    return new Flush(blocks, rows);
  }

  /** Decisions as their callers were answered: those that were withdrawn say so. */
  static List<LoggedDecision> answered(List<LoggedDecision> decisions) {
    return decisions.stream()
        .map(
            each -> each.asking().isWithdrawn() ? DecisionRecords.withdrawn(each.id(), each) : each)
        .toList();
  }

  /** Most follow one of the same place. */
  private static Map<Place, List<LoggedDecision>> byPlace(List<LoggedDecision> decisions) {
    Map<Place, List<LoggedDecision>> places = new LinkedHashMap<>();
    Place place = null;
    List<LoggedDecision> there = List.of();
    for (LoggedDecision each : decisions) {
      if (place == null || !place.has(each)) {
        place = new Place(each.asking().organization(), each.minute());
        there = places.computeIfAbsent(place, _ -> new ArrayList<>());
      }
      there.add(each);
    }
    return places;
  }

  private Block block(Place place, List<LoggedDecision> decisions, CountTable counts) {
    BlockBuilder block = new BlockBuilder(place.organization(), deflater);
    BlockSummary summary = block.summary();
    Set<AskedName> names = new HashSet<>();
    Asking asking = null;
    for (LoggedDecision each : decisions) {
      block.add(each.id(), each.line());
      Outcome outcome = Outcome.of(each.reason());
      if (outcome != Outcome.ALLOW) {
        summary.countDenied(outcome == Outcome.STEP_UP);
      }
      summary.name(each.subject());
      if (each.resource() != 0) {
        summary.name(each.resource());
      }
      if (asking != each.asking()) {
        asking = each.asking();
        summary.nameAsker(asking.asker());
      }
      if (names.add(each.name())) {
        summary.nameKey(each.name().key());
      }
      counts.count(each.name(), each.reason());
    }
    return block.build();
  }

  /** Counts the decisions of one tenant and minute by permission or relation and by reason. */
  static final class CountTable {

    private static final ReasonCode[] REASONS = ReasonCode.values();

    private final Map<AskedName, long[]> numbers = new HashMap<>();

    @FunctionalInterface
    interface Reader {
      void read(AskedName name, ReasonCode reason, long number);
    }

    void count(AskedName name, ReasonCode reason) {
      numbers.computeIfAbsent(name, _ -> new long[REASONS.length])[reason.ordinal()]++;
    }

    /** Reads each number that is not 0. */
    void forEach(Reader reader) {
      numbers.forEach((name, byReason) -> {
        for (ReasonCode reason : REASONS) {
          if (byReason[reason.ordinal()] > 0) {
            reader.read(name, reason, byReason[reason.ordinal()]);
          }
        }
      });
    }
  }
}
