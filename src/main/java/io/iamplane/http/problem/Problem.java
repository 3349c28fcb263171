package io.iamplane.http.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;

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

  public static Problem of(IamException refusal, String correlationId) {
    return new Problem(
        refusal.code().type(),
        refusal.code().title(),
        refusal.code().status(),
        refusal.detail(),
        correlationId,
        refusal.errors(),
        refusal.members());
  }
}
