package io.iamplane.escalation;

import io.iamplane.change.Recording;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/** The subjects with privileged rights, which no rule of an identity provider gives or opens. */
@Singleton
public class PrivilegedSubjects {

  private final Judgements judgements;

  PrivilegedSubjects(Judgements judgements) {
    this.judgements = judgements;
  }

  /**
   * Returns true if a person holds such a right, or a group passes one on, also through other
   * groups; rights of everyone do not count.
   */
  public boolean contain(Recording recording, SubjectRef subject) {
    AtomicBoolean found = new AtomicBoolean();
    judgements.judge(recording, judgement -> found.set(!judgement.reader().own(subject).isEmpty()));
    return found.get();
  }
}
