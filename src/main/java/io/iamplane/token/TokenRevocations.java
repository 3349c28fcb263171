package io.iamplane.token;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.RevokedTokenQuery;
import io.iamplane.change.TokenHolder;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Instant;

/** Ends single tokens, inside the change that records it. */
@Singleton
public class TokenRevocations {

  private final RevokedTokenQuery revoked;

  TokenRevocations(RevokedTokenQuery revoked) {
    this.revoked = revoked;
  }

  /** In the place of a token and a client. */
  private static final String ALL = "*";

  /**
   * A revoked token, the image in audit records and events; {@code *} stands for all.
   *
   * @param allOfClient true if all tokens of the client, of the person, or of the person at the
   *     client ended with it
   */
  @RegisterForReflection
  record RevokedToken(
      String jti, String clientId, SubjectRef subject, Instant expiresAt, boolean allOfClient) {}

  /** Ends a token; says and does nothing when it was revoked before. */
  public void end(Recording recording, VerifiedToken token) {
    end(recording, token.jti(), token.clientId(), token.subject(), token.expiresAt());
  }

  /**
   * Ends a token by its name, in a change of policy; the token would have expired at {@code
   * expiresAt} at the latest.
   */
  public void end(
      Recording recording, String jti, String clientId, SubjectRef subject, Instant expiresAt) {
    TokenHolder single = TokenHolder.token(clientId, jti);
    if (revoked.isRevoked(recording.organization(), single)) {
      return;
    }
    boolean all = !revoked.haveRoom(recording.organization(), clientId);
    recording.endTokens(all ? allOf(clientId, subject) : single);
    RevokedToken image = new RevokedToken(jti, clientId, subject, expiresAt, all);
    recording.add(Effect.removed(EventType.TOKEN_REVOKED, "token", jti, image));
  }

  /** Ends all tokens of a person, as of one that stands for all. */
  public void endAllOf(Recording recording, SubjectRef subject) {
    recording.endTokens(TokenHolder.subject(subject));
    tell(recording, ALL, subject);
  }

  /** Ends all tokens that a client has of a person, as of one that stands for all. */
  public void endAllOf(Recording recording, String clientId, SubjectRef subject) {
    endSilently(recording, clientId, subject);
    tell(recording, clientId, subject);
  }

  /**
   * Ends all tokens that a client has of a person, in a change that has another event. Beyond the
   * limit of single tokens all of the person end.
   */
  public void endSilently(Recording recording, String clientId, SubjectRef subject) {
    TokenHolder there = TokenHolder.subjectOf(clientId, subject);
    boolean room =
        revoked.isRevoked(recording.organization(), there)
            || revoked.haveRoom(recording.organization(), clientId);
    recording.endTokens(room ? there : TokenHolder.subject(subject));
  }

  private static void tell(Recording recording, String clientId, SubjectRef subject) {
    Instant latest = recording.at().plus(TokenConfig.MAX_LIFETIME);
    RevokedToken image = new RevokedToken(ALL, clientId, subject, latest, true);
    recording.add(Effect.removed(EventType.TOKEN_REVOKED, "token", subject.toString(), image));
  }

  /** All people have the client of their application: one of them ends no other's tokens. */
  private static TokenHolder allOf(String clientId, SubjectRef subject) {
    return subject.type().equals(SubjectRef.USER)
        ? TokenHolder.subject(subject)
        : TokenHolder.client(clientId);
  }
}
