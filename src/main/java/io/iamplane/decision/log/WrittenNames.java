package io.iamplane.decision.log;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.OrganizationId;
import org.jspecify.annotations.Nullable;

/**
 * The names in records: what a policy calls the subject and the question, and their text. One
 * thread remembers the latest, since the questions of a batch share most of them.
 */
final class WrittenNames {

  /** A power of two. */
  private static final int PLACES = 64;

  /** Longer text is not remembered, so that the memory of a thread is bounded. */
  private static final int KEPT = 512;

  private static final long NO_POLICY = -1;

  private final @Nullable Subject[] subjects = new Subject[PLACES];
  private final @Nullable Question[] questions = new Question[PLACES];

  /** A subject as a version of a policy knows it; the text is an object that is not closed. */
  record Subject(
      OrganizationId organization, long version, String type, String id, byte[] text, long hash) {

    /** A subject that stands for an entry of the directory, by its id. */
    static Subject of(OrganizationId organization, long version, Party asked, String entry) {
      RecordLine to = new RecordLine();
      to.open('{');
      to.reference(RecordMember.SUBJECT, asked.type(), entry);
      if (!asked.id().equals(entry)) {
        to.reference(RecordMember.SUBJECT_ASKED, asked.type(), asked.id());
      }
      return new Subject(
          organization,
          version,
          asked.type(),
          asked.id(),
          to.toByteArray(),
          RecordNames.subjectHash(asked.type(), entry));
    }

    boolean is(OrganizationId tenant, long of, Party asked) {
      return version == of
          && id.equals(asked.id())
          && type.equals(asked.type())
          && organization.equals(tenant);
    }
  }

  /** A question as a version of a policy knows it; the text, not closed, lacks the resource. */
  record Question(
      OrganizationId organization,
      long version,
      Asking.Kind kind,
      Asked asked,
      @Nullable String about,
      AskedName name,
      byte[] text) {

    static Question of(Asking asking, long version, DecisionRequest request, AskedName name) {
      Asked asked = request.asked();
      Party resource = request.resource();
      return new Question(
          asking.organization(),
          version,
          asking.kind(),
          asked,
          resource == null ? null : resource.type(),
          name,
          text(asked, name));
    }

    private static byte[] text(Asked asked, AskedName name) {
      RecordLine to = new RecordLine();
      to.open('{');
      to.text(RecordMember.APPLICATION, name.application());
      to.text(RecordMember.KEY, name.key());
      to.name(RecordMember.ASKED);
      to.open('{');
      to.text(RecordMember.TYPE, asked.kind());
      to.text(RecordMember.NAME, asked.name());
      String application = asked.application();
      if (application != null) {
        to.text(RecordMember.APPLICATION, application);
      }
      to.close('}');
      return to.toByteArray();
    }

    boolean is(OrganizationId tenant, long of, Asking.Kind by, Asked other, @Nullable String type) {
      return version == of
          && kind == by
          && asked.equals(other)
          && (about == null ? type == null : about.equals(type))
          && organization.equals(tenant);
    }
  }

  Subject subject(Asking asking, @Nullable PolicySnapshot policy, Party asked) {
    long version = version(policy);
    int place = place(asked.id().hashCode());
    Subject known = subjects[place];
    if (known == null || !known.is(asking.organization(), version, asked)) {
      known = Subject.of(asking.organization(), version, asked, entry(policy, asked));
      if (known.text().length <= KEPT) {
        subjects[place] = known;
      }
    }
    return known;
  }

  Question question(Asking asking, @Nullable PolicySnapshot policy, DecisionRequest request) {
    long version = version(policy);
    Asked asked = request.asked();
    Party resource = request.resource();
    String about = resource == null ? null : resource.type();
    int place = place(asked.hashCode());
    Question known = questions[place];
    if (known == null || !known.is(asking.organization(), version, asking.kind(), asked, about)) {
      AskedName name = name(asking, policy, request);
      known = Question.of(asking, version, request, name);
      if (known.text().length <= KEPT) {
        questions[place] = known;
      }
    }
    return known;
  }

  private static long version(@Nullable PolicySnapshot policy) {
    return policy == null ? NO_POLICY : policy.version();
  }

  private static int place(int hash) {
    return (hash ^ hash >>> 16) & PLACES - 1;
  }

  private static String entry(@Nullable PolicySnapshot policy, Party asked) {
    String id = policy == null ? null : policy.idOf(asked.type(), asked.id());
    return id == null ? asked.id() : id;
  }

  /** The control plane's own permissions have their names without a policy, too. */
  private static AskedName name(
      Asking asking, @Nullable PolicySnapshot policy, DecisionRequest request) {
    if (policy != null) {
      return policy.nameOf(request.asked(), request.resource());
    }
    return asking.kind() == Asking.Kind.GATE
            && request.asked() instanceof Asked.Permission permission
        ? new AskedName(ControlPlane.APPLICATION, permission.fullKey())
        : AskedName.UNKNOWN;
  }
}
