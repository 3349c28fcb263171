package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.CurrentCaller;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The person who calls. */
@Singleton
public class OwnAccount {

  private final CurrentCaller caller;

  OwnAccount(CurrentCaller caller) {
    this.caller = caller;
  }

  /** Returns the person, or nothing for an account of another kind. */
  public Optional<UserId> person() {
    SubjectRef subject = caller.get().subject();
    return subject.type().equals(SubjectRef.USER) ? UserId.parse(subject.id()) : Optional.empty();
  }
}
