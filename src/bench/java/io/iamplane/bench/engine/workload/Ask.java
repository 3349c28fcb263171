package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A request.
 *
 * @param about attributes of the resource
 */
public record Ask(
    SubjectRef subject,
    String permission,
    SubjectRef resource,
    Map<String, Object> about,
    Map<String, Object> context) {

  static Ask of(SubjectRef subject, String permission, SubjectRef resource) {
    return new Ask(subject, permission, resource, Map.of(), Map.of());
  }

  /** The same with other texts in it. */
  Ask with(UnaryOperator<String> text) {
    return new Ask(with(text, subject), text.apply(permission), with(text, resource), about, context);
  }

  private static SubjectRef with(UnaryOperator<String> text, SubjectRef ref) {
    return new SubjectRef(text.apply(ref.type()), text.apply(ref.id()));
  }
}
