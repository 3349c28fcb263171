package io.iamplane.decision.journal;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Parameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter on records; a null component matches any.
 *
 * @param subjects the names of the one that is asked about, as a record may have them
 * @param exceptApp an application with decisions that are left out
 * @param to exclusive
 */
record RecordFilter(
    @Nullable Set<SubjectRef> subjects,
    @Nullable String key,
    @Nullable String resource,
    @Nullable Outcome outcome,
    @Nullable String reason,
    @Nullable String exceptApp,
    @Nullable Instant from,
    @Nullable Instant to) {

  /**
   * @throws IamException VALIDATION naming the parameter at fault
   */
  static RecordFilter of(
      @Nullable String subject,
      @Nullable String key,
      @Nullable String resource,
      @Nullable String outcome,
      @Nullable String reason,
      @Nullable String exceptApp,
      @Nullable String from,
      @Nullable String to) {
    Instant first = Parameters.time("from", from);
    Instant end = Parameters.time("to", to);
    if (first != null && end != null && !first.isBefore(end)) {
      throw IamException.validation("to", "must be later than 'from'");
    }
    SubjectRef named = reference("subject", subject);
    SubjectRef thing = reference("resource", resource);
    return new RecordFilter(
        named == null ? null : Set.of(named),
        Parameters.text("key", key),
        thing == null ? null : thing.toString(),
        Parameters.choice("outcome", Outcome.class, outcome),
        reason(reason),
        Parameters.text("except_app", exceptApp),
        first,
        end);
  }

  private static @Nullable SubjectRef reference(String name, @Nullable String text) {
    return Parameters.referenceOrNull(name, Parameters.text(name, text));
  }

  /**
   * Adds the entries that the subjects name: a record has the entry, and the text of the question
   * where the directory had none by then.
   */
  RecordFilter withEntries(Function<SubjectRef, Optional<SubjectRef>> directory) {
    if (subjects == null) {
      return this;
    }
    Set<SubjectRef> names =
        subjects.stream()
            .flatMap(each -> Stream.concat(Stream.of(each), directory.apply(each).stream()))
            .collect(Collectors.toSet());
    return new RecordFilter(names, key, resource, outcome, reason, exceptApp, from, to);
  }

  private static @Nullable String reason(@Nullable String text) {
    if (text == null
        || Arrays.stream(ReasonCode.values()).anyMatch(each -> each.wire().equals(text))) {
      return text;
    }
    throw IamException.validation(
        "reason_code",
        "must be one of "
            + Arrays.stream(ReasonCode.values())
                .map(ReasonCode::wire)
                .collect(Collectors.joining(", ")));
  }

  boolean mayBeIn(BlockHead block) {
    return mayHaveOutcome(block)
        && mayHaveSubject(block)
        && names().stream().allMatch(name -> BlockFilter.mayHold(block.filter(), name));
  }

  private boolean mayHaveSubject(BlockHead block) {
    return subjects == null
        || subjects.stream()
            .map(each -> RecordNames.subject(each.toString()))
            .anyMatch(name -> BlockFilter.mayHold(block.filter(), name));
  }

  private boolean mayHaveOutcome(BlockHead block) {
    return switch (outcome) {
      case null -> true;
      case ALLOW -> block.decisions() > block.denied() + block.stepUp();
      case DENY -> block.denied() > 0;
      case STEP_UP -> block.stepUp() > 0;
    };
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(2);
    if (key != null) {
      names.add(RecordNames.key(key));
    }
    if (resource != null) {
      names.add(RecordNames.resource(resource));
    }
    return names;
  }

  boolean matches(JsonNode record) {
    return isAbout(record)
        && is(record, "key", key)
        && is(record, "resource", resource)
        && is(record, "outcome", outcome == null ? null : outcome.wire())
        && is(record, "reason_code", reason)
        && (exceptApp == null || !is(record, "application", exceptApp))
        && isWithin(record);
  }

  private boolean isAbout(JsonNode record) {
    return subjects == null
        || subjects.stream().anyMatch(each -> is(record, "subject", each.toString()));
  }

  private boolean isWithin(JsonNode record) {
    if (from == null && to == null) {
      return true;
    }
    Instant at = Instant.parse(record.path("at").asText());
    return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
  }

  private static boolean is(JsonNode record, String member, @Nullable String wanted) {
    return wanted == null || record.path(member).asText().equals(wanted);
  }
}
