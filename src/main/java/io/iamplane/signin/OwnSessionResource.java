package io.iamplane.signin;

import io.iamplane.change.CallerChanges;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The caller's own sessions, in all browsers. */
@RunOnVirtualThread
@Path("/api/iam/v1/me/sessions")
public class OwnSessionResource {

  private final SessionQuery query;
  private final SessionEnds ends;
  private final OwnAccount own;
  private final CallerChanges changes;
  private final Transactions transactions;
  private final Clock clock;

  OwnSessionResource(
      SessionQuery query,
      SessionEnds ends,
      OwnAccount own,
      CallerChanges changes,
      Transactions transactions,
      Clock clock) {
    this.query = query;
    this.ends = ends;
    this.own = own;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * A session.
   *
   * @param amr the methods of authentication (RFC 8176)
   * @param endsAt without further use
   * @param expiresAt at the latest
   */
  @RegisterForReflection
  public record OwnSessionView(
      UUID id,
      Aal aal,
      List<String> amr,
      Instant authenticatedAt,
      Instant usedAt,
      Instant endsAt,
      Instant expiresAt) {

    static OwnSessionView of(SignInSession session) {
      return new OwnSessionView(
          session.id(),
          session.aal(),
          session.amr(),
          session.authenticatedAt(),
          session.usedAt(),
          session.endsAt(),
          session.expiresAt());
    }
  }

  @GET
  @AnyCaller("they are the caller's own")
  @Operation(
      summary = "List the caller's own sessions, oldest first",
      description = "At most 20; none for an account that is not a person's.")
  public Data<List<OwnSessionView>> list() {
    List<OwnSessionView> sessions =
        own.person()
            .map(user ->
                transactions.call(() ->
                    query.living(changes.organization(), user, clock.instant()).stream()
                        .map(OwnSessionView::of)
                        .toList()))
            .orElse(List.of());
    return new Data<>(sessions);
  }

  @DELETE
  @Path("{session}")
  @AnyCaller("it is the caller's own")
  @Operation(
      summary = "End a session of the caller's own",
      description =
          "404 for a session of another person. Tokens that came of it live until they expire.")
  public Data<OwnSessionView> end(@PathParam("session") String session) {
    UUID id = UuidV7.parse(session).orElseThrow(IamException::notFound);
    UserId user = own.person().orElseThrow(IamException::notFound);
    return changes.operational(recording -> {
      SignInSession found =
          query.living(recording.organization(), user, clock.instant()).stream()
              .filter(each -> each.id().equals(id))
              .findAny()
              .orElseThrow(IamException::notFound);
      ends.end(recording, id, user);
      return new Data<>(OwnSessionView.of(found));
    });
  }
}
