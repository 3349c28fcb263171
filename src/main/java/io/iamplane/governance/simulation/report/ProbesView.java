package io.iamplane.governance.simulation.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.decision.log.Outcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The results of the saved probes; complete if all were asked. */
@RegisterForReflection
public record ProbesView(boolean complete, int evaluated, List<ChangedProbe> changed) {

  @RegisterForReflection
  public record ChangedProbe(
      String id, String name, Outcome expect, ProbeAnswer before, ProbeAnswer after) {}

  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProbeAnswer(
      Outcome outcome,
      @Schema(examples = "no_matching_grant") String reasonCode,
      @Nullable CauseMatch match) {

    public static ProbeAnswer of(TriedAnswer answer) {
      return new ProbeAnswer(
          answer.outcome(),
          answer.reason(),
          answer.match() == null
              ? null
              : new CauseMatch(answer.match().type(), answer.match().key()));
    }
  }

  /** The deciding grant or relation. */
  @RegisterForReflection
  public record CauseMatch(
      @Schema(examples = "grant") String type, @Schema(examples = "warehouse:clerk") String key) {}
}
