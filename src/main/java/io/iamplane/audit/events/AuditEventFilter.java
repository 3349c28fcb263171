package io.iamplane.audit.events;

import io.iamplane.chain.EventType;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Parameters;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The wanted records: some types, an actor, a target, from a moment until before another; null for
 * any.
 */
record AuditEventFilter(
    @Nullable List<String> types,
    @Nullable SubjectRef actor,
    @Nullable SubjectRef target,
    @Nullable Instant from,
    @Nullable Instant to) {

  /**
   * Reads the parameters.
   *
   * @throws IamException VALIDATION naming the parameter at fault
   */
  static AuditEventFilter of(
      @Nullable String type,
      @Nullable String actor,
      @Nullable String target,
      @Nullable String from,
      @Nullable String to) {
    Instant first = Parameters.time("from", from);
    Instant end = Parameters.time("to", to);
    if (first != null && end != null && !first.isBefore(end)) {
      throw IamException.validation("to", "must be later than 'from'");
    }
    return new AuditEventFilter(
        types(Parameters.text("type", type)),
        Parameters.referenceOrNull("actor", Parameters.text("actor", actor)),
        Parameters.referenceOrNull("target", Parameters.text("target", target)),
        first,
        end);
  }

  /** The same with an actor and a target as records name them. */
  AuditEventFilter named(UnaryOperator<SubjectRef> names) {
    return new AuditEventFilter(
        types,
        actor == null ? null : names.apply(actor),
        target == null ? null : names.apply(target),
        from,
        to);
  }

  /** The set of types is closed, so that a prefix is a list of them. */
  private static @Nullable List<String> types(@Nullable String prefix) {
    if (prefix == null) {
      return null;
    }
    List<String> types =
        Arrays.stream(EventType.values())
            .map(EventType::wire)
            .filter(name -> name.startsWith(prefix))
            .toList();
    if (types.isEmpty()) {
      throw IamException.validation(
          "type", "must be the beginning of an event type, such as 'iam.grant.'");
    }
    return types;
  }
}
