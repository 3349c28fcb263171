package io.iamplane.migrate;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An assertion of a test. */
public sealed interface PeerAssertion {

  FilePlace place();

  /** A subject, which may be a userset, has or does not have a name on an object. */
  record Check(
      PeerObject subject,
      @Nullable String subjectRelation,
      String relation,
      PeerObject object,
      Map<String, Object> context,
      Expected expected,
      FilePlace place)
      implements PeerAssertion {

    /** Asks if a relation holds, under the values of the request. */
    public static Check of(
        PeerTuple asked, Map<String, Object> context, Expected expected, FilePlace place) {
      return new Check(
          asked.subject(),
          asked.subjectRelation(),
          asked.relation(),
          asked.object(),
          context,
          expected,
          place);
    }
  }

  /**
   * All objects of a type on which a subject has a name; {@code expected} is null if the other
   * system answers with an error.
   */
  record Objects(
      PeerObject subject,
      @Nullable String subjectRelation,
      String relation,
      String type,
      Map<String, Object> context,
      @Nullable Set<String> expected,
      FilePlace place)
      implements PeerAssertion {
    public Objects {
      expected = expected == null ? null : Set.copyOf(expected);
    }

    public Objects expecting(Set<String> answer) {
      return new Objects(subject, subjectRelation, relation, type, context, answer, place);
    }
  }

  /**
   * All subjects of a type, or usersets, with a name on an object; {@code expected} is null if the
   * other system answers with an error.
   */
  record Subjects(
      PeerObject object,
      String relation,
      String type,
      @Nullable String subjectRelation,
      Map<String, Object> context,
      @Nullable Set<String> expected,
      FilePlace place)
      implements PeerAssertion {
    public Subjects {
      expected = expected == null ? null : Set.copyOf(expected);
    }

    public Subjects expecting(Set<String> answer) {
      return new Subjects(object, relation, type, subjectRelation, context, answer, place);
    }
  }

  /** A question in words that is no question to a relation model, for the reason given. */
  record Other(String question, String obstacle, FilePlace place) implements PeerAssertion {}

  enum Expected {
    ALLOWED,
    DENIED,
    /** It depends on values that the request does not give; here that is a denial. */
    CONDITIONAL,
    /** The other system answers with an error; here that is an answer. */
    ERROR
  }
}
