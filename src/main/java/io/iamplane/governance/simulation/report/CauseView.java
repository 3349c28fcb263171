package io.iamplane.governance.simulation.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The cause of a difference.
 *
 * @param type {@code grant} or {@code relation}: the deciding one after the change, or else the
 *     deciding one before; absent without either
 * @param key the granted role or permission, or {@code type#name} of the model
 * @param id the grant's id, or the resource; absent for a grant of the draft
 * @param draft the place of the deciding grant in the draft
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CauseView(
    @Schema(examples = "no_matching_grant") String reasonBefore,
    @Schema(examples = "granted_by_grant") String reasonAfter,
    @Nullable @Schema(examples = "grant") String type,
    @Nullable @Schema(examples = "warehouse:clerk") String key,
    @Nullable String id,
    @Nullable @Schema(examples = "grants[0]") String draft) {

  static CauseView of(TriedAnswer before, TriedAnswer after, Map<String, String> places) {
    boolean lost = after.match() == null && before.outcome() != Outcome.DENY;
    Match match = lost ? before.match() : after.match();
    String place = match == null ? null : places.get(match.id());
    return new CauseView(
        before.reason(),
        after.reason(),
        match == null ? null : match.type(),
        match == null ? null : match.key(),
        match == null || place != null ? null : match.id(),
        place);
  }
}
