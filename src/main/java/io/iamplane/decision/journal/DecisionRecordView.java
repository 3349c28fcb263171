package io.iamplane.decision.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A recorded decision.
 *
 * @param kind what asked: {@code check}, {@code explain}, or {@code gate} for the control plane
 * @param outcome {@code allow}, {@code deny}, or {@code step_up}
 * @param subject the entry that was asked about
 * @param subjectAsked the name that it was asked by, if another
 * @param application the application's key; empty when the policy had none of that name
 * @param key the permission's key or {@code type#name}; empty when the policy had neither
 * @param asked the question's own words
 * @param contextualRelations the relations that came with the request; empty when the settings have
 *     them redacted
 * @param inputs whether what conditions read is here: {@code complete}, {@code redacted}, or {@code
 *     omitted} because it was too large
 * @param askedBy who asked
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionRecordView(
    String id,
    Instant at,
    String kind,
    String outcome,
    @Schema(examples = "granted_by_grant") String reasonCode,
    long policyVersion,
    @Nullable Aal requiredAal,
    List<MatchedView> matched,
    String subject,
    @Nullable String subjectAsked,
    String application,
    String key,
    AskedView asked,
    @Nullable String resource,
    Aal currentAal,
    @Nullable Map<String, Object> context,
    @Nullable Map<String, Object> subjectProperties,
    @Nullable Map<String, Object> actionProperties,
    @Nullable Map<String, Object> resourceProperties,
    @Nullable List<RecordedRelationView> contextualRelations,
    String inputs,
    String askedBy,
    @Nullable String clientId,
    String correlationId) {

  /** What decided: a grant, or a relation of the model. */
  @RegisterForReflection
  public record MatchedView(String type, String key, String id) {}

  /** A relation that came with the request. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedRelationView(
      String subject,
      String relation,
      String object,
      @Nullable String condition,
      @Nullable RecordedConditionView namedCondition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil) {}

  /** The condition of the model that it named, and its values. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedConditionView(String name, @Nullable Map<String, Object> values) {}

  /**
   * What was asked.
   *
   * @param type {@code permission}, {@code relation} or {@code action}
   * @param application whose, if the question said so
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AskedView(String type, String name, @Nullable String application) {}
}
