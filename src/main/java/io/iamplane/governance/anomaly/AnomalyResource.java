package io.iamplane.governance.anomaly;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The anomaly signals of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/anomalies")
public class AnomalyResource {

  private final AnomalyService anomalies;
  private final CallerChanges changes;

  AnomalyResource(AnomalyService anomalies, CallerChanges changes) {
    this.anomalies = anomalies;
    this.changes = changes;
  }

  @RegisterForReflection
  public record ResolveAnomalyRequest(
      @NotNull @Schema(examples = "expected") Anomaly.Verdict verdict,
      @Nullable
          @Size(min = 1, max = 500)
          @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
          @Schema(examples = "Night shift for the release")
          String note) {}

  @GET
  @RequiresPermission("iam:anomaly.view")
  @Operation(summary = "List anomaly signals, oldest first")
  public DataPage<AnomalyView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status,
      @QueryParam("filter[type]") @Nullable String type) {
    Anomaly.Status wanted = Parameters.choice("filter[status]", Anomaly.Status.class, status);
    SignalType kind = Parameters.choice("filter[type]", SignalType.class, type);
    ListRequest list = ListRequest.of("anomalies", limit, cursor, status, type);
    return list.answer(
        anomalies.page(changes.organization(), list.page(), wanted, kind), AnomalyView::of);
  }

  @POST
  @Path("{anomaly}/resolve")
  @RequiresPermission("iam:anomaly.manage")
  @Operation(summary = "Resolve a signal with a verdict")
  public RestResponse<Data<AnomalyView>> resolve(
      @PathParam("anomaly") String anomaly, @NotNull @Valid ResolveAnomalyRequest body) {
    UUID id = UuidV7.parse(anomaly).orElseThrow(IamException::notFound);
    Anomaly after =
        changes.operational(
            recording -> anomalies.resolve(recording, id, body.verdict(), body.note()));
    return Answer.of(AnomalyView.of(after), after.revision());
  }

  /** A signal as the wire shows it; {@code decisions} links to those of the hour before it. */
  @RegisterForReflection
  public record AnomalyView(
      UUID id,
      SignalType type,
      String subject,
      Instant seenAt,
      double score,
      List<String> reasons,
      String decisions,
      String status,
      @Nullable String verdict,
      @Nullable String note,
      @Nullable String resolvedBy,
      @Nullable Instant resolvedAt,
      Instant createdAt) {

    private static final Duration HOUR = Duration.ofHours(1);

    static AnomalyView of(Anomaly anomaly) {
      return new AnomalyView(
          anomaly.id(),
          anomaly.type(),
          anomaly.subject(),
          anomaly.seenAt(),
          anomaly.score(),
          anomaly.reasons(),
          decisions(anomaly),
          anomaly.status().wire(),
          anomaly.verdict() == null ? null : anomaly.verdict().wire(),
          anomaly.note(),
          anomaly.resolvedBy() == null ? null : anomaly.resolvedBy().toString(),
          anomaly.resolvedAt(),
          anomaly.createdAt());
    }

    private static String decisions(Anomaly anomaly) {
      String asked =
          anomaly.subject().equals(Signal.ORGANIZATION)
              ? "outcome=deny"
              : "subject=" + URLEncoder.encode(anomaly.subject(), StandardCharsets.UTF_8);
      return "/api/iam/v1/decisions?%s&from=%s&to=%s"
          .formatted(
              asked, anomaly.seenAt().minus(HOUR), anomaly.seenAt().plus(Duration.ofMinutes(1)));
    }
  }
}
