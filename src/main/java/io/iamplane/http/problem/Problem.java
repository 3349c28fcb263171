package io.iamplane.http.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The body of a refusal (RFC 9457).
 *
 * @param type names the kind of problem: {@code https://iam/problems/<slug>}
 * @param correlationId ties the answer to our log and audit records
 * @param errors messages by place, where places are at fault
 * @param members extensions (section 3.2), written beside the others
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String correlationId,
    Map<String, List<String>> errors,
    @JsonAnyGetter Map<String, String> members) {

  /** Members that only shape headers of the answer. */
  private static final Set<String> HEADERS_ONLY =
      Set.of("accept_encoding", "error", "retry_after", ProblemHeaders.SCHEME);

  public static Problem of(IamException refusal, String correlationId) {
    return new Problem(
        refusal.code().type(),
        refusal.code().title(),
        refusal.code().status(),
        refusal.detail(),
        correlationId,
        refusal.errors(),
        bodyMembers(refusal));
  }

  private static Map<String, String> bodyMembers(IamException refusal) {
    Map<String, String> members = new TreeMap<>(refusal.members());
    members.keySet().removeAll(HEADERS_ONLY);
    return members;
  }
}
