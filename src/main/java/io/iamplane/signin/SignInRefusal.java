package io.iamplane.signin;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * A refused sign-in or enrolment on the way to a client, the image in audit records and events.
 *
 * @param subject the person, or the identity provider of one of whom no identity is bound here
 */
@RegisterForReflection
public record SignInRefusal(SubjectRef subject, String clientId, Reason reason) {

  /** The refusal as the effect of a change, on its subject. */
  public Effect effect() {
    return Effect.created(EventType.SIGN_IN_REFUSED, subject.type(), subject.id(), this);
  }

  public enum Reason implements WireName {
    /** The person is suspended. */
    SUSPENDED,
    /** The application is of another organization than the person. */
    ANOTHER_ORGANIZATION,
    /** A code came with another redirect URI or verifier than it was made for. */
    CODE_MISMATCHED,
    /** A code came twice; the token that came of it ended. */
    CODE_REUSED,
    /** The response of a passkey came twice, or after the response to a newer challenge. */
    PASSKEY_REUSED,
    /** The counter of a passkey went back: there may be a copy of its key. */
    PASSKEY_COUNTER_WENT_BACK,
    /** A new passkey came from an authenticator that does not prove an allowed kind. */
    AUTHENTICATOR_NOT_ALLOWED,
    /** The claims of the identity provider fit no rule. */
    CLAIMS_REFUSED,
    /** A rule of the identity provider led to a person with privileged rights. */
    PRIVILEGED_PERSON
  }
}
