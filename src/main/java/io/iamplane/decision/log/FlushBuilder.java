package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.Deflater;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Turns decisions into what a sink writes. */
final class FlushBuilder {

  /** To read one record of a block is to read a megabyte or two at most. */
  static final int PER_BLOCK = 4_096;

  private static final Logger LOG = Logger.getLogger(FlushBuilder.class);

  private final DecisionText text;
  private final Function<OrganizationId, @Nullable PolicySnapshot> policies;
  private final BlockDeflater deflater;
  private final RecordLine record = new RecordLine();

  private record Place(OrganizationId organization, long minute) {}

  private record Counted(Place place, AskedName name, ReasonCode reason) {}

  /**
   * Makes a builder.
   *
   * @param level how much a block is deflated, of {@link Deflater}
   */
  FlushBuilder(
      DecisionText text, Function<OrganizationId, @Nullable PolicySnapshot> policies, int level) {
    this.text = text;
    this.policies = policies;
    this.deflater = new BlockDeflater(level);
  }

  /**
   * What is written for decisions.
   *
   * @param unlogged the numbers of those that found no room
   */
  Flush of(List<LoggedDecision> decisions, List<DecisionCount> unlogged) {
    Map<Place, List<LoggedDecision>> places = new LinkedHashMap<>();
    for (LoggedDecision each : decisions) {
      places
          .computeIfAbsent(
              new Place(each.asking().organization(), each.minute()), _ -> new ArrayList<>())
          .add(each);
    }
    List<Block> blocks = new ArrayList<>();
    Map<Counted, Integer> counts = new HashMap<>();
    places.forEach((place, all) -> {
      PolicySnapshot policy = policies.apply(place.organization());
      all.sort(LoggedDecision.BY_ID);
      for (int from = 0; from < all.size(); from += PER_BLOCK) {
        int end = Math.min(all.size(), from + PER_BLOCK);
        blocks.add(block(place, policy, all.subList(from, end), counts));
      }
    });
    List<DecisionCount> rows = new ArrayList<>(unlogged);
    counts.forEach((counted, number) -> rows.add(row(counted, number)));
    return new Flush(blocks, rows);
  }

  private Block block(
      Place place,
      @Nullable PolicySnapshot policy,
      List<LoggedDecision> decisions,
      Map<Counted, Integer> counts) {
    BlockBuilder block = new BlockBuilder(place.organization(), deflater);
    for (LoggedDecision each : decisions) {
      DecisionRequest request = each.request();
      Party resource = request.resource();
      AskedName name =
          policy == null ? AskedName.UNKNOWN : policy.nameOf(request.asked(), resource);
      String subject = subject(policy, request.subject());
      ReasonCode reason = DecisionText.reason(each);
      Outcome outcome = Outcome.of(reason);
      write(each, name, subject, reason);
      block.add(each.id(), record.bytes(), record.size());
      if (outcome != Outcome.ALLOW) {
        block.countDenied(outcome == Outcome.STEP_UP);
      }
      block.nameSubject(subject);
      block.nameKey(name.key());
      if (resource != null) {
        block.nameResource(resource.type() + ":" + resource.id());
      }
      counts.merge(new Counted(place, name, reason), 1, Integer::sum);
    }
    return block.build();
  }

  /** One that cannot be written as it is must not hold up all that come after it. */
  private void write(LoggedDecision logged, AskedName name, String subject, ReasonCode reason) {
    try {
      text.write(record, logged, name, subject, reason);
    } catch (RuntimeException e) {
      LOG.error("the inputs of a decision cannot be recorded", e);
      text.write(record, logged.withoutInputs(), name, subject, reason);
    }
  }

  private static String subject(@Nullable PolicySnapshot policy, Party asked) {
    String id = policy == null ? null : policy.idOf(asked.type(), asked.id());
    return asked.type() + ":" + (id == null ? asked.id() : id);
  }

  private static DecisionCount row(Counted counted, int number) {
    return new DecisionCount(
        counted.place().organization(),
        counted.place().minute(),
        counted.name().application(),
        counted.name().key(),
        counted.reason(),
        true,
        number);
  }
}
