package io.iamplane.decision.log;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.DecisionSink.Form;
import io.iamplane.decision.log.RecordLines.Line;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
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
  private final Form form;
  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);
  private final RecordLine record = new RecordLine();

  private record Place(OrganizationId organization, long minute) {

    DecisionCount count(AskedName name, ReasonCode reason, long number) {
      return new DecisionCount(
          organization, minute, name.application(), name.key(), reason, true, number);
    }
  }

  /** What a record says, once it was written. */
  private record Said(AskedName name, ReasonCode reason, String subject) {}

  /** Makes a builder for a sink that takes records in a form. */
  FlushBuilder(
      DecisionText text, Function<OrganizationId, @Nullable PolicySnapshot> policies, Form form) {
    this.text = text;
    this.policies = policies;
    this.form = form;
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
    List<RecordLines> lines = new ArrayList<>();
    List<DecisionCount> rows = new ArrayList<>(unlogged);
    places.forEach((place, all) -> {
      PolicySnapshot policy = policies.apply(place.organization());
      CountTable counts = new CountTable();
      all.sort(LoggedDecision.BY_ID);
      for (int from = 0; from < all.size(); from += PER_BLOCK) {
        int end = Math.min(all.size(), from + PER_BLOCK);
        List<LoggedDecision> part = all.subList(from, end);
        if (form == Form.LINES) {
          lines.add(lines(place, policy, part, counts));
        } else {
          blocks.add(block(place, policy, part, counts));
        }
      }
      counts.forEach((name, reason, number) -> rows.add(place.count(name, reason, number)));
    });
    return new Flush(blocks, lines, rows);
  }

  private Block block(
      Place place,
      @Nullable PolicySnapshot policy,
      List<LoggedDecision> decisions,
      CountTable counts) {
    BlockBuilder block = new BlockBuilder(place.organization(), deflater);
    for (LoggedDecision each : decisions) {
      Said said = write(policy, each, counts);
      block.add(each.id(), record.bytes(), record.size());
      Outcome outcome = Outcome.of(said.reason());
      if (outcome != Outcome.ALLOW) {
        block.countDenied(outcome == Outcome.STEP_UP);
      }
      block.nameSubject(said.subject());
      block.nameKey(said.name().key());
      Party resource = each.request().resource();
      if (resource != null) {
        block.nameResource(resource.type() + ":" + resource.id());
      }
    }
    return block.build();
  }

  private RecordLines lines(
      Place place,
      @Nullable PolicySnapshot policy,
      List<LoggedDecision> decisions,
      CountTable counts) {
    List<Line> lines = new ArrayList<>(decisions.size());
    for (LoggedDecision each : decisions) {
      Said said = write(policy, each, counts);
      lines.add(
          new Line(each.id(), record.toByteArray(), place.count(said.name(), said.reason(), 1)));
    }
    return new RecordLines(place.organization(), lines);
  }

  /** Writes the record of a decision, and counts it. */
  private Said write(@Nullable PolicySnapshot policy, LoggedDecision logged, CountTable counts) {
    DecisionRequest request = logged.request();
    AskedName name = name(policy, logged);
    String subject = subject(policy, request.subject());
    ReasonCode reason = DecisionText.reason(logged);
    write(logged, name, subject, reason);
    counts.count(name, reason);
    return new Said(name, reason, subject);
  }

  /** The control plane's own permissions have their names without a policy, too. */
  private static AskedName name(@Nullable PolicySnapshot policy, LoggedDecision logged) {
    DecisionRequest request = logged.request();
    if (policy != null) {
      return policy.nameOf(request.asked(), request.resource());
    }
    return logged.asking().kind() == Asking.Kind.GATE
            && request.asked() instanceof Asked.Permission permission
        ? new AskedName(ControlPlane.APPLICATION, permission.fullKey())
        : AskedName.UNKNOWN;
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
}
