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
 * A recorded decision, or the id, time and outcome of one that was erased with a person.
 *
 * @param erased true if it was; absent otherwise
 * @param kind {@code check}, {@code explain}, or {@code gate} for the control plane itself
 * @param outcome {@code allow}, {@code deny}, or {@code step_up}
 * @param subject the entry of the directory
 * @param subjectAsked the subject's name in the question, if different
 * @param application the application's key; empty when the policy had none of that name
 * @param key the permission's key or {@code type#name}; empty when the policy had neither
 * @param asked the question in its own words
 * @param contextualRelations the relations that came with the request; empty when the settings have
 *     them redacted
 * @param inputs {@code complete} if the record has the inputs of conditions, {@code redacted}, or
 *     {@code omitted} because they were too large
 * @param askedBy the account of the caller
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionRecordView(
    String id,
    Instant at,
    @Nullable Boolean erased,
    @Nullable String kind,
    String outcome,
    @Schema(examples = "granted_by_grant") @Nullable String reasonCode,
    @Nullable Long policyVersion,
    @Nullable Aal requiredAal,
    @Nullable List<MatchedView> matched,
    @Nullable String subject,
    @Nullable String subjectAsked,
    @Nullable String application,
    @Nullable String key,
    @Nullable AskedView asked,
    @Nullable String resource,
    @Nullable Aal currentAal,
    @Nullable Map<String, Object> context,
    @Nullable Map<String, Object> subjectProperties,
    @Nullable Map<String, Object> actionProperties,
    @Nullable Map<String, Object> resourceProperties,
    @Nullable List<RecordedRelationView> contextualRelations,
    @Nullable String inputs,
    @Nullable String askedBy,
    @Nullable String clientId,
    @Nullable String correlationId) {

  /** The deciding grant or relation of the model. */
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
   * The question.
   *
   * @param type {@code permission}, {@code relation} or {@code action}
   * @param application the application, if the question named one
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AskedView(String type, String name, @Nullable String application) {}
}
